import type { Bucket } from '@keepsake/contract/content';
import { Hourglass } from 'lucide-react';
import { useNow } from '../../shared/clock.ts';
import { longDateTime } from '../../shared/format.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { Chip } from '../../ui/chip.tsx';
import { Text } from '../../ui/text.tsx';
import styles from './countdown-chip.module.css';
import { deletionTime, isUrgent, timeLeft } from './time-left.ts';

/** How long it is until the set and its files are deleted, and exactly when it is. */
export function CountdownChip({ bucket }: { bucket: Bucket }) {
  const { t } = useTranslation('dashboard');
  const deletion = deletionTime(bucket);
  const left = timeLeft(deletion, useNow());
  return (
    <Chip tone={isUrgent(left) ? 'bad' : 'warn'} icon={<Hourglass size={16} aria-hidden="true" />}>
      <span>
        <Text>
          {left.unit === 'soon' ? t('countdown.soon') : t(`countdown.${left.unit}`, { count: left.count })} ·{' '}
        </Text>
        <time dateTime={deletion.toISOString()} className={styles.exact}>
          {longDateTime(deletion)}
        </time>
      </span>
    </Chip>
  );
}
