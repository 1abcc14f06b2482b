import type { Bucket } from '@keepsake/contract/content';
import { Hourglass } from 'lucide-react';
import { longDateTime } from '../../shared/format.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { Chip } from '../../ui/chip.tsx';
import { Text } from '../../ui/text.tsx';
import styles from './countdown-chip.module.css';
import { daysLeft, deletionTime, urgentDays } from './days-left.ts';

/** In how many days the set and its files are deleted, and exactly when. */
export function CountdownChip({ bucket }: { bucket: Bucket }) {
  const { t } = useTranslation('dashboard');
  const deletion = deletionTime(bucket);
  const days = daysLeft(deletion);
  return (
    <Chip tone={days <= urgentDays ? 'bad' : 'warn'} icon={<Hourglass size={16} aria-hidden="true" />}>
      <span>
        <Text>{days === 0 ? t('countdown.today') : t('countdown.days', { count: days })} · </Text>
        <time dateTime={deletion.toISOString()} className={styles.exact}>
          {longDateTime(deletion)}
        </time>
      </span>
    </Chip>
  );
}
