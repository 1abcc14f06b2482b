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
  /** Number of sold sets in the current currency; if it is 0 there is no average revenue. */
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
  summary: 'Figures about sets and films, in the current currency.',
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
    /** Percent with one decimal, of the revenue per set: the last 30 days against all time; null if one of the two has no sale. */
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
  summary: 'Revenue in the current currency; other currencies are listed separately, never added.',
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
  summary: 'Current counts.',
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
    'What needs an administrator, how much is waiting, what is stored, and the figures of the 30 days before for comparison.',
  reply: z.object({
    /** The current number of each. */
    attention: z.object({
      failedFilms: z.int(),
      owedFilms: z.int(),
      /** Payments without an order, and not refunded. */
      unfulfilledPayments: z.int(),
      failedInvoices: z.int(),
      /** Video providers that refuse our account, cannot fetch our photos, or requested a pause. */
      stoppedProviders: z.int(),
      undeliveredMails: z.int(),
      openDisputes: z.int(),
    }),
    waiting: z.object({
      /** Paid films that are not made yet. */
      films: z.int(),
      /** Seconds since the oldest of them was ordered; 0 if none is waiting. */
      oldestFilm: z.number(),
      /** Jobs in the queue that are ready. */
      tasks: z.int(),
      /** Seconds since the oldest of them became ready. */
      oldestTask: z.number(),
    }),
    /** With many files the sums are computed periodically; null before the first time. */
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

/** Errors that differ only in ids, numbers and times have the same key. */
const groupKey = z.guid();

export const errorLog = z.object({
  id,
  createdAt: time,
  moduleName: z.string(),
  errorMessage: z.string(),
  Content: z.nullable(z.object({ id })),
  /** The set of the photo, or one whose id is in the message. */
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
  summary: `Errors, newest first, filtered by module or group, or by words in the message that begin with the searched ones. Days are UTC days, both included. At most ${countedRows} are counted.`,
  query: z.extend(pageQuery(limits.adminPageSize), { ...errorFilter.shape, group: z.optional(groupKey) }),
  reply: z.object({
    data: z.array(errorLog),
    total: z.int(),
    /** Whether there are more than were counted. */
    more: z.boolean(),
    /** Modules with entries. */
    modules: z.array(z.string()),
  }),
});

/** Up to which entry a group is resolved, and by whom. The name is empty once the account was deleted and its name is no longer kept. */
export const errorResolution = z.object({ at: time, by: z.nullable(z.string()) });

export const errorGroup = z.object({
  key: groupKey,
  moduleName: z.string(),
  /** The newest entry. */
  last: errorLog,
  /** The number of entries on the requested days, and the time of the oldest. */
  count: z.int(),
  /** Whether there are more than were counted. */
  more: z.boolean(),
  firstAt: time,
  /** False after it is marked as resolved, until it happens again. */
  open: z.boolean(),
  /** When it was last marked as resolved, even if it has happened again since. */
  resolved: z.nullable(errorResolution),
});
export type ErrorGroup = z.output<typeof errorGroup>;

export const errorStates = ['open', 'resolved', 'all'] as const;

export const listErrorGroups = endpoint({
  method: 'GET',
  path: '/api/admin/error-groups',
  access: 'admin',
  summary:
    'Groups of equal errors, latest first. Messages that differ only in ids, numbers and times are equal. A search finds words that begin with the given ones, in any order. Days are UTC days, both included.',
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
    'Mark a group of errors as resolved, up to the newest entry that was seen. Later errors reopen it. A repeated call changes nothing.',
  params: z.object({ key: groupKey }),
  body: z.object({ lastId: id }),
  reply: z.object({ open: z.boolean(), resolved: errorResolution }),
});

/** Background tasks whose runs are recorded; newer versions may add some. */
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
  /** The next scheduled run; a past time means now. Null for tasks that are triggered by events, or have never run. */
  nextRunAt: z.nullable(time),
});

export const workerStats = endpoint({
  method: 'GET',
  path: '/api/admin/worker-stats',
  access: 'admin',
  summary: 'What the background tasks have done.',
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
