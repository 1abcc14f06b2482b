import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { currency, id, pageQuery, text, time } from '../primitives.ts';

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
    /** Percent with one decimal, of the revenue per set: the last 30 days against all time. */
    /** Percent; null where nothing was sold in one of the two periods. */
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

export const errorLog = z.object({
  id,
  createdAt: time,
  moduleName: z.string(),
  errorMessage: z.string(),
  Content: z.nullable(z.object({ id })),
});

export const listErrors = endpoint({
  method: 'GET',
  path: '/api/admin/errors',
  access: 'admin',
  summary: 'What went wrong, newest first; of one module, or with these words in the message.',
  query: z.extend(pageQuery(limits.adminPageSize), { module: z.optional(text(100)), search: z.optional(text(200)) }),
  reply: z.object({
    data: z.array(errorLog),
    total: z.int(),
    /** Modules with entries. */
    modules: z.array(z.string()),
  }),
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
