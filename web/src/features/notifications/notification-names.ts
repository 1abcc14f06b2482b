import type { NotificationConfig } from '@keepsake/contract/notifications';
import type { Translate } from '../../shared/text-keys.ts';

const known = {
  'Deletion reminder (first)': 'deletionFirst',
  'Deletion reminder (second)': 'deletionSecond',
  'Deletion reminder (last)': 'deletionLast',
  'Unpaid set reminder (first)': 'unpaidFirst',
  'Unpaid set reminder (last)': 'unpaidLast',
  'Films ready': 'filmsReady',
  'Order confirmation': 'orderConfirmation',
} as const;

/** Name and description in the reader's language; those of a notification that is not known here as the server has them. */
export function nameOf(
  t: Translate<'admin-config'>,
  { name, description }: NotificationConfig,
): { name: string; description: string } {
  if (!isKnown(name)) return { name, description };
  return { name: t(`names.${known[name]}.name`), description: t(`names.${known[name]}.description`) };
}

function isKnown(name: string): name is keyof typeof known {
  return name in known;
}
