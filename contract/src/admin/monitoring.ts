import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { countedRows, currency, date, id, pageQuery, queryFlag, text, time } from '../primitives.ts';

export const averages = z.object({
  revenuePerBucket: z.number(),
  variationsPerBucket: z.number(),
  imagesPerBucket: z.number(),
});

/** Each figure is defined in docs/figures.md. */
export const period = z.object({
  /** Films that were ordered in this time and delivered, deleted ones included. */
  totalVideos: z.int(),
  failedVideos: z.int(),
  completedBuckets: z.int(),
  /** Sold sets in today's currency: without one there is no average revenue. */
  orders: z.int(),
  averages,
  /** Seconds from the order to the film, over delivered films. */
  avgProcessingTime: z.number(),
  /** Percent of finished films that were delivered. */
  successRate: z.number(),
});

export const bucketStats = endpoint({
  method: 'GET',
  path: '/api/admin/bucket-stats',
  access: 'admin',
  summary: 'Figures about sets and films, in the currency of today.',
  reply: z.object({
    currency,
    totalBuckets: z.int(),
    newBucketsThisMonth: z.int(),
    completedBucketsThisMonth: z.int(),
    /** Percent with one decimal. */
    conversionRate: z.number(),
    activeBuckets: z.int(),
    pendingVideos: z.int(),
    /** Films granted to customers for free, since the beginning. */
    grantedVideos: z.int(),
    avgRevenue: z.number(),
    avgRevenuePerImage: z.number(),
    /** Percent with one decimal, of the revenue per set: the last 30 days against all time; null where one of the two has no sale. */
    revenueGrowth: z.nullable(z.number()),
    allTime: period,
    last30Days: period,
    deletedBuckets: z.object({
      total: z.int(),
      recent: z.int(),
      /** Percent of all sets, with one decimal. */
      share: z.number(),
      lostRevenue: z.number(),
      lostInOtherCurrencies: z.record(z.string(), z.number()),
      averageSize: z.number(),
    }),
  }),
});

export const sales = endpoint({
  method: 'GET',
  path: '/api/admin/sales',
  access: 'admin',
  summary: 'Revenue in the currency of today; other currencies are listed apart, never added.',
  reply: z.object({
    currency,
    totalRevenue: z.number(),
    last30Days: z.number(),
    /** By UTC day (`2026-11-20`), every day from the first sale to today. */
    dailyStats: z.record(z.string(), z.number()),
    byCurrency: z.record(z.string(), z.number()),
    /** Today's currency first, then the others with sales. */
    currencies: z.array(
      z.object({
        currency,
        orders: z.int(),
        totalRevenue: z.number(),
        last30Days: z.number(),
        avgRevenue: z.number(),
        avgRevenuePerImage: z.number(),
        /** Refunds to customers; they do not reduce the sales. */
        refunded: z.number(),
      }),
    ),
  }),
});

export const userActivity = endpoint({
  method: 'GET',
  path: '/api/admin/user-activity',
  access: 'admin',
  summary: 'Signed-in users per UTC day of the last 30 days.',
  reply: z.object({ daily: z.record(z.string(), z.int()) }),
});

export const dashboard = endpoint({
  method: 'GET',
  path: '/api/admin/dashboard',
  access: 'admin',
  summary: 'Counts at a glance.',
  reply: z.object({
    users: z.int(),
    pendingBuckets: z.int(),
    paidBuckets: z.int(),
    photos: z.int(),
    films: z.int(),
    failedFilms: z.int(),
    errorsLast24h: z.int(),
  }),
});

/** Files of a kind and their bytes. */
const stored = z.object({ files: z.int(), bytes: z.int() });

export const overview = endpoint({
  method: 'GET',
  path: '/api/admin/overview',
  access: 'admin',
  summary:
    'What needs an administrator, how much waits, what is stored, and the figures that the last 30 days are compared with.',
  reply: z.object({
    /** How many of each there are now. */
    attention: z.object({
      failedFilms: z.int(),
      owedFilms: z.int(),
      /** Paid, without an order that they belong to, and not refunded. */
      unfulfilledPayments: z.int(),
      failedInvoices: z.int(),
      /** Video services that refuse our account or cannot fetch our photos, or that requested a pause. */
      stoppedProviders: z.int(),
      undeliveredMails: z.int(),
      openDisputes: z.int(),
    }),
    waiting: z.object({
      /** Films that were paid and are not made yet. */
      films: z.int(),
      /** Seconds since the oldest of them was ordered; 0 where none waits. */
      oldestFilm: z.number(),
      /** Tasks in the queue that could begin. */
      tasks: z.int(),
      /** Seconds since the oldest of them could have begun. */
      oldestTask: z.number(),
    }),
    /** Of many files they are summed up now and then; null before the first time. */
    stored: z.nullable(z.object({ photos: stored, films: stored, countedAt: time })),
    /** The 30 days before the last 30, in today's currency. */
    previous30Days: z.object({
      currency,
      revenue: z.number(),
      newBuckets: z.int(),
      completedBuckets: z.int(),
      deletedBuckets: z.int(),
      totalVideos: z.int(),
      failedVideos: z.int(),
    }),
  }),
});

/** Errors that differ in ids, numbers and times only have the same key. */
const groupKey = z.guid();

export const errorLog = z.object({
  id,
  createdAt: time,
  moduleName: z.string(),
  errorMessage: z.string(),
  Content: z.nullable(z.object({ id })),
  /** The set of the photo, or one that the message names. */
  bucketId: z.nullable(id),
});
export type ErrorLog = z.output<typeof errorLog>;

const errorFilter = z.object({
  module: z.optional(text(100)),
  search: z.optional(text(200)),
  /** Of the last 24 hours. */
  recent: queryFlag,
  from: z.optional(date),
  to: z.optional(date),
});

export const listErrors = endpoint({
  method: 'GET',
  path: '/api/admin/errors',
  access: 'admin',
  summary: `What went wrong, newest first; of one module or group, or with words in the message that begin with these. Days are days of UTC, both included. At most ${countedRows} are counted.`,
  query: z.extend(pageQuery(limits.adminPageSize), { ...errorFilter.shape, group: z.optional(groupKey) }),
  reply: z.object({
    data: z.array(errorLog),
    total: z.int(),
    /** More of them were not counted. */
    more: z.boolean(),
    /** Modules with entries. */
    modules: z.array(z.string()),
  }),
});

/** Up to which entry a group is resolved, and by whom. The name is empty when the account was deleted longer ago than names are kept. */
export const errorResolution = z.object({ at: time, by: z.nullable(z.string()) });

export const errorGroup = z.object({
  key: groupKey,
  moduleName: z.string(),
  /** The newest entry. */
  last: errorLog,
  /** Entries, and the time of the oldest, of the requested days. */
  count: z.int(),
  /** More of them were not counted. */
  more: z.boolean(),
  firstAt: time,
  /** False from when it is marked as resolved until it happens again. */
  open: z.boolean(),
  /** The last time that it was marked as resolved, also where it has happened again since. */
  resolved: z.nullable(errorResolution),
});
export type ErrorGroup = z.output<typeof errorGroup>;

export const errorStates = ['open', 'resolved', 'all'] as const;

export const listErrorGroups = endpoint({
  method: 'GET',
  path: '/api/admin/error-groups',
  access: 'admin',
  summary:
    'What went wrong, equal messages counted as one, the latest first. Messages that differ in ids, numbers and times only are equal. Words are beginnings of words in the message, in any order. Days are days of UTC, both included.',
  query: z.extend(pageQuery(limits.adminPageSize), {
    ...errorFilter.shape,
    state: z._default(z.enum(errorStates), 'open'),
  }),
  reply: z.object({
    data: z.array(errorGroup),
    total: z.int(),
    /** Modules with entries. */
    modules: z.array(z.string()),
  }),
});

export const resolveErrors = endpoint({
  method: 'POST',
  path: '/api/admin/error-groups/:key/resolve',
  access: 'admin',
  summary:
    'Mark a group of errors as resolved, up to the newest entry that was seen. Errors after that one open it again. Repeating it changes nothing.',
  params: z.object({ key: groupKey }),
  body: z.object({ lastId: id }),
  reply: z.object({ open: z.boolean(), resolved: errorResolution }),
});

/** Background tasks whose runs are recorded; a newer version may add some. */
export const taskTypes = [
  'retention',
  'deletion-reminders',
  'unpaid-reminders',
  'payment-reconciliation',
  'ledger-comparison',
  'generation-polling',
  'film-rescue',
  'generation-removal',
  'file-removal',
  'mail-rescue',
  'invoice-rescue',
  'account-cleanup',
  'export-cleanup',
  'history-cleanup',
] as const;
export type TaskType = (typeof taskTypes)[number];

export const workerRun = z.object({
  id,
  runAt: time,
  taskType: z.string(),
  itemsProcessed: z.int(),
  successCount: z.int(),
  deletedBuckets: z.int(),
  /** Milliseconds. */
  duration: z.int(),
  status: z.enum(['success', 'partial_failure', 'failure']),
  errors: z.array(z.object({ error: z.string(), attempt: z.int(), timestamp: time })),
});

export const workerTask = z.object({
  taskType: z.string(),
  runs: z.int(),
  itemsProcessed: z.int(),
  successCount: z.int(),
  failedRuns: z.int(),
  /** Start of the last run that had something to do. */
  lastRunAt: z.nullable(time),
  /** When a scheduled task last succeeded, whether it had something to do or not. */
  lastEndAt: z.nullable(time),
  /** The next scheduled run; a past time means now. Null for tasks that events start, and those that have never run. */
  nextRunAt: z.nullable(time),
});

export const workerStats = endpoint({
  method: 'GET',
  path: '/api/admin/worker-stats',
  access: 'admin',
  summary: 'What the background tasks did.',
  query: pageQuery(limits.adminPageSize),
  reply: z.object({
    current: z.object({
      lastRunAt: z.nullable(time),
      tasksProcessed: z.object({
        itemsProcessed: z.int(),
        successCount: z.int(),
        deletedBuckets: z.int(),
        deletionReminders: z.int(),
        unpaidReminders: z.int(),
        bucketsPendingDeletion: z.int(),
      }),
    }),
    /** All tasks, including those that never had anything to do. */
    tasks: z.array(workerTask),
    due: z.object({
      /** Mails due within 24 hours, including overdue ones. */
      deletionReminders: z.int(),
      unpaidReminders: z.int(),
      /** Sets that expire within 24 hours. */
      bucketsPendingDeletion: z.int(),
      /** Payment sessions without a known outcome. */
      openPayments: z.int(),
      /** Paid films that are waiting or being made. */
      waitingFilms: z.int(),
    }),
    history: z.array(workerRun),
    pagination: z.object({ total: z.int(), pages: z.int(), currentPage: z.int(), limit: z.int() }),
  }),
});
