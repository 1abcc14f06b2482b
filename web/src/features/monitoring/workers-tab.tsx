import type { Reply } from '@keepsake/contract/endpoint';
import type { workerStats } from '@keepsake/contract/admin/monitoring';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../paths.ts';
import { usePageNumber } from '../../shared/search-params.ts';
import { dateTime, number } from '../../shared/texts/format.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { PieChart, sliceColors } from '../../ui/charts/charts.tsx';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { DataTable } from '../../ui/layout/data-table.tsx';
import { Pagination } from '../../ui/layout/pagination.tsx';
import { workersQuery } from './monitoring.api.ts';
import { RunHistory, taskName } from './run-history.tsx';
import styles from './workers-tab.module.css';

type Stats = Reply<typeof workerStats>;

/** The background tasks: past runs and next due times. */
export function Component() {
  const { t } = useTranslation('admin-workers');
  const page = usePageNumber();
  const query = useQuery(workersQuery(page));
  return (
    <QueryView query={query}>
      {({ current, tasks, due, history, pagination }) => (
        <>
          <p>{t('lastRun', { time: current.lastRunAt === null ? t('never') : dateTime(current.lastRunAt) })}</p>
          <h3>{t('done.title')}</h3>
          <Done tasks={current.tasksProcessed} />
          <h3>{t('due.title')}</h3>
          <Due due={due} />
          <h3>{t('tasks.title')}</h3>
          <WorkerTasks tasks={tasks} />
          <h3>{t('history.title')}</h3>
          <RunHistory runs={history} isBeyond={pagination.total > 0} />
          <Pagination
            page={page}
            pages={pagination.pages}
            to={(next) => paths.adminTab('workers', next)}
            label={t('history.pages')}
          />
        </>
      )}
    </QueryView>
  );
}

interface Figure {
  key: string;
  label: string;
  value: number;
  color?: string | undefined;
}

function Done({ tasks }: { tasks: Stats['current']['tasksProcessed'] }) {
  const { t } = useTranslation('admin-workers');
  const slices = (['itemsProcessed', 'successCount', 'deletedBuckets'] as const).map((key, at) => ({
    key,
    label: t(`done.${key}`),
    value: tasks[key],
    color: sliceColors[at],
  }));
  const reminders = (['deletionReminders', 'unpaidReminders'] as const).map((key) => ({
    key,
    label: t(`done.${key}`),
    value: tasks[key],
  }));
  const words = slices.map(({ label, value }) => t('done.slice', { label, value: number(value) }));
  return (
    <div className={styles.done}>
      <PieChart label={[t('done.chart'), ...words].join(' ')} slices={slices} />
      <Figures caption={t('done.title')} rows={[...slices, ...reminders]} />
    </div>
  );
}

function Due({ due }: { due: Stats['due'] }) {
  const { t } = useTranslation('admin-workers');
  const kinds = [
    'deletionReminders',
    'unpaidReminders',
    'bucketsPendingDeletion',
    'openPayments',
    'waitingFilms',
  ] as const;
  const rows = kinds.map((key) => ({ key, label: t(`due.${key}`), value: due[key] }));
  return <Figures caption={t('due.title')} rows={rows} />;
}

/** Two columns at every width. */
function Figures({ caption, rows }: { caption: string; rows: Figure[] }) {
  return (
    <table className={styles.figures} aria-label={caption}>
      <tbody>
        {rows.map(({ key, label, value, color }) => (
          <tr key={key}>
            <th scope="row">
              <span className={styles.what}>
                {color !== undefined && <Swatch color={color} />}
                <span>{label}</span>
              </span>
            </th>
            <td>{number(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The content security policy forbids style attributes, so the colour is an SVG attribute. */
function Swatch({ color }: { color: string }) {
  return (
    <svg viewBox="0 0 1 1" width="14" height="14" aria-hidden="true" className={styles.swatch}>
      <rect width="1" height="1" fill={color} />
    </svg>
  );
}

type Task = Reply<typeof workerStats>['tasks'][number];

/** All tasks with their last run that had work, their last run and their next one. */
function WorkerTasks({ tasks }: { tasks: readonly Task[] }) {
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
