import { taskTypes, type TaskType } from '@keepsake/contract/admin/monitoring';
import type { Deps } from '../../deps.ts';
import { schedules } from '../../jobs.ts';
import { dueWithinDay } from '../deletion/retention.queries.ts';
import { taskTotals, type TaskTotals } from '../journal/task-run.queries.ts';
import { openWork, scheduleEnds } from './worker-view.queries.ts';

/** The scheduled job of each task; tasks without one are triggered by events. */
const jobOfTask: Partial<Record<TaskType, string>> = {
  retention: 'sweep-retention',
  'deletion-reminders': 'sweep-retention',
  'unpaid-reminders': 'sweep-retention',
  'payment-reconciliation': 'sweep-payments',
  'ledger-comparison': 'compare-ledger',
  'film-rescue': 'sweep-films',
  'file-removal': 'remove-files',
  'mail-rescue': 'sweep-mails',
  'invoice-rescue': 'sweep-invoices',
  'account-cleanup': 'sweep-accounts',
  'export-cleanup': 'sweep-data-exports',
  'history-cleanup': 'sweep-history',
};

/** What the background tasks have done, per task and in total, and what is due next. */
export async function workerView(deps: Deps) {
  const totals = await taskTotals(deps.db);
  const ends = await scheduleEnds(deps.db);
  const within = await dueWithinDay(deps.db);
  const open = await openWork(deps.db);
  const sum = (name: 'itemsProcessed' | 'successCount' | 'deletedBuckets') =>
    totals.reduce((all, task) => all + task[name], 0);
  const successes = (taskType: TaskType) => totals.find((task) => task.taskType === taskType)?.successCount ?? 0;
  return {
    current: {
      lastRunAt: latest(totals)?.toISOString() ?? null,
      tasksProcessed: {
        itemsProcessed: sum('itemsProcessed'),
        successCount: sum('successCount'),
        deletedBuckets: sum('deletedBuckets'),
        deletionReminders: successes('deletion-reminders'),
        unpaidReminders: successes('unpaid-reminders'),
        bucketsPendingDeletion: within.bucketsPendingDeletion,
      },
    },
    tasks: namesOf(totals).map((taskType) => {
      const {
        runs = 0,
        itemsProcessed = 0,
        successCount = 0,
        failedRuns = 0,
        lastRunAt = null,
      } = totals.find((task) => task.taskType === taskType) ?? {};
      const times = timesOf(deps, ends, jobOfTask[taskType as TaskType]);
      const counts = { runs, itemsProcessed, successCount, failedRuns };
      return { taskType, ...counts, lastRunAt: lastRunAt?.toISOString() ?? null, ...times };
    }),
    due: { ...within, ...open },
  };
}

/** The tasks of this version, and those that other versions have recorded. */
function namesOf(totals: TaskTotals[]): string[] {
  return [...new Set<string>([...taskTypes, ...totals.map(({ taskType }) => taskType)])];
}

function latest(totals: TaskTotals[]): Date | undefined {
  const times = totals.flatMap(({ lastRunAt }) => (lastRunAt ? [lastRunAt.getTime()] : []));
  return times.length === 0 ? undefined : new Date(Math.max(...times));
}

function timesOf(deps: Deps, ends: Map<string, Date>, job: string | undefined) {
  const end = job === undefined ? undefined : ends.get(job);
  const everyMs = schedules.find((schedule) => schedule.job.name === job)?.everyMs(deps.config);
  return {
    lastEndAt: end?.toISOString() ?? null,
    nextRunAt: end && everyMs !== undefined ? new Date(end.getTime() + everyMs).toISOString() : null,
  };
}
