import {
  listNotificationConfigs,
  type NotificationConfig,
  previewNotification,
} from '@keepsake/contract/admin/notifications';
import type { Language } from '@keepsake/contract/primitives';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/api.ts';
import type { Translate } from '../../shared/texts/text-keys.ts';

export const notificationsQuery = queryOptions({
  queryKey: ['admin', 'notifications'],
  queryFn: ({ signal }) => call(listNotificationConfigs, { signal }),
  staleTime: 0,
});

const known = {
  'Deletion reminder (first)': 'deletionFirst',
  'Deletion reminder (second)': 'deletionSecond',
  'Deletion reminder (last)': 'deletionLast',
  'Unpaid set reminder (first)': 'unpaidFirst',
  'Unpaid set reminder (last)': 'unpaidLast',
  'Films ready': 'filmsReady',
  'Order confirmation': 'orderConfirmation',
} as const;

/** The mail of a notification as a customer would see it. */
export function previewQuery(id: string, language: Language) {
  return queryOptions({
    queryKey: ['admin', 'notification-preview', id, language],
    queryFn: ({ signal }) => call(previewNotification, { params: { id }, query: { language }, signal }),
  });
}

/** Name and description in the reader's language; for a notification that is unknown here, the server's texts. */
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
