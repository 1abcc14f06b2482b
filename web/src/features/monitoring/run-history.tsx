import type { Reply } from '@keepsake/contract/endpoint';
import { taskTypes, type workerStats } from '@keepsake/contract/admin/monitoring';
import { dateTime, number } from '../../shared/texts/format.ts';
import type { Translate } from '../../shared/texts/text-keys.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Chip } from '../../ui/chip.tsx';
import { type Column, DataTable } from '../../ui/layout/data-table.tsx';
import styles from './workers-tab.module.css';

type Run = Reply<typeof workerStats>['history'][number];

/** Task runs, newest first, with their errors; `isBeyond` if this page is after the last one. */
export function RunHistory({ runs, isBeyond }: { runs: readonly Run[]; isBeyond: boolean }) {
  const { t } = useTranslation('admin-workers');
  return (
    <DataTable
      caption={t('history.title')}
      columns={columnsOf(t)}
      rows={runs}
      rowKey={({ id }) => id}
      empty={t(isBeyond ? 'admin:emptyPage' : 'history.none')}
      dense
    />
  );
}

const tones = { success: 'ok', partial_failure: 'warn', failure: 'bad' } as const;

function columnsOf(t: Translate<'admin-workers'>): Column<Run>[] {
  return [
    { key: 'time', title: t('history.time'), cell: ({ runAt }) => <time dateTime={runAt}>{dateTime(runAt)}</time> },
    { key: 'task', title: t('task'), cell: ({ taskType }) => taskName(t, taskType) },
    { key: 'items', title: t('items'), numeric: true, cell: ({ itemsProcessed }) => number(itemsProcessed) },
    { key: 'ok', title: t('history.successes'), numeric: true, cell: ({ successCount }) => number(successCount) },
    {
      key: 'deleted',
      title: t('history.deleted'),
      numeric: true,
      cell: ({ deletedBuckets }) => number(deletedBuckets),
    },
    {
      key: 'took',
      title: t('history.duration'),
      numeric: true,
      cell: ({ duration }) => t('history.seconds', { seconds: number(duration / 1000, { maximumFractionDigits: 1 }) }),
    },
    {
      key: 'status',
      title: t('history.status'),
      cell: ({ status, errors }) => (
        <>
          <Chip tone={tones[status]}>{t(`history.${status}`)}</Chip>
          {errors.length > 0 && <Errors of={errors} />}
        </>
      ),
    },
  ];
}

function Errors({ of: errors }: { of: Run['errors'] }) {
  const { t } = useTranslation('admin-workers');
  return (
    <details className={styles.errors}>
      <summary>{t('history.errors', { count: errors.length })}</summary>
      <ol>
        {errors.map(({ error, attempt, timestamp }) => (
          <li key={`${timestamp} ${error}`}>
            <span>{error}</span>
            <br />
            <span>{t('history.attempt', { attempt, time: dateTime(timestamp) })}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}

/** The display name of a task; a task unknown to this page keeps its name in the code. */
export function taskName(t: Translate<'admin-workers'>, taskType: string): string {
  const known = taskTypes.find((name) => name === taskType);
  return known === undefined ? taskType : t(`names.${known}`);
}
