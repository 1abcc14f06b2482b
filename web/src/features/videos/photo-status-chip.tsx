import type { ContentStatus } from '@keepsake/contract/content';
import { CircleAlert, CircleCheck, Clapperboard, Clock, type LucideIcon, RotateCw, ShoppingBasket } from 'lucide-react';
import { useTranslation } from '../../shared/use-translation.ts';
import { Chip } from '../../ui/chip.tsx';
import type { Tone } from '../../ui/tone.tsx';

const looks: Record<ContentStatus, [Tone, LucideIcon]> = {
  not_paid: ['neutral', ShoppingBasket],
  paid: ['neutral', Clock],
  processing: ['warn', Clapperboard],
  retry_pending: ['warn', RotateCw],
  done: ['ok', CircleCheck],
  failed: ['bad', CircleAlert],
};

/** Where a photo stands as a whole. */
export function PhotoStatusChip({ status }: { status: ContentStatus }) {
  const { t } = useTranslation('dashboard');
  const [tone, Icon] = looks[status];
  return (
    <Chip tone={tone} icon={<Icon size={16} aria-hidden="true" />}>
      {t(`status.${status}`)}
    </Chip>
  );
}
