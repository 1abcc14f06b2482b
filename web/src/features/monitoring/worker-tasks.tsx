import type { Reply } from '@keepsake/contract/endpoint';
import type { workerStats } from '@keepsake/contract/monitoring';
import { dateTime, number } from '../../shared/format.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { taskName } from './task-name.ts';

type Task = Reply<typeof workerStats>['tasks'][number];

/** Every task: when it last had something to do, when it last looked, when it comes next. */
export function WorkerTasks({ tasks }: { tasks: readonly Task[] }) {
  const { t } = useTranslation('admin-workers');
  const time = (at: string | null, otherwise: string) =>
    at === null ? otherwise : <time dateTime={at}>{dateTime(at)}</time>;
  return (
    <DataTable
      caption={t('tasks.title')}
      columns={[
        { key: 'task', title: t('task'), cell: ({ taskType }) => taskName(t, taskType) },
        { key: 'worked', title: t('tasks.lastRun'), cell: ({ lastRunAt }) => time(lastRunAt, t('never')) },
        { key: 'looked', title: t('tasks.lastEnd'), cell: ({ lastEndAt }) => time(lastEndAt, '–') },
        { key: 'next', title: t('tasks.next'), cell: ({ nextRunAt }) => time(nextRunAt, t('tasks.byEvent')) },
        { key: 'items', title: t('items'), numeric: true, cell: ({ itemsProcessed }) => number(itemsProcessed) },
        { key: 'failed', title: t('tasks.failed'), numeric: true, cell: ({ failedRuns }) => number(failedRuns) },
      ]}
      rows={tasks}
      rowKey={({ taskType }) => taskType}
      empty={t('tasks.none')}
      dense
    />
  );
}
