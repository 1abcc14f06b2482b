import { bucketStats, dashboard, overview, sales, userActivity } from '@keepsake/contract/admin/monitoring';
import { type Answer, reply } from './answers.ts';

const noAverages = { revenuePerBucket: 0, variationsPerBucket: 0, imagesPerBucket: 0 };
const noPeriod = {
  totalVideos: 0,
  failedVideos: 0,
  completedBuckets: 0,
  orders: 0,
  averages: noAverages,
  avgProcessingTime: 0,
  successRate: 0,
};
const noStats = {
  currency: 'USD' as const,
  totalBuckets: 0,
  newBucketsThisMonth: 0,
  completedBucketsThisMonth: 0,
  conversionRate: 0,
  activeBuckets: 0,
  pendingVideos: 0,
  grantedVideos: 0,
  avgRevenue: 0,
  avgRevenuePerImage: 0,
  revenueGrowth: null,
  allTime: noPeriod,
  last30Days: noPeriod,
  deletedBuckets: { total: 0, recent: 0, share: 0, lostRevenue: 0, lostInOtherCurrencies: {}, averageSize: 0 },
};
const noCounts = { users: 0, pendingBuckets: 0, paidBuckets: 0, photos: 0, films: 0, failedFilms: 0, errorsLast24h: 0 };
const noSales = {
  currency: 'USD' as const,
  orders: 0,
  totalRevenue: 0,
  last30Days: 0,
  avgRevenue: 0,
  avgRevenuePerImage: 0,
  refunded: 0,
};

const calmNow = {
  attention: {
    failedFilms: 0,
    owedFilms: 0,
    unfulfilledPayments: 0,
    failedInvoices: 0,
    stoppedProviders: 0,
    undeliveredMails: 0,
    openDisputes: 0,
  },
  waiting: { films: 0, oldestFilm: 0, tasks: 0, oldestTask: 0 },
  stored: null,
  previous30Days: {
    currency: 'USD' as const,
    revenue: 0,
    newBuckets: 0,
    completedBuckets: 0,
    deletedBuckets: 0,
    totalVideos: 0,
    failedVideos: 0,
  },
};
const busyNow = {
  attention: { ...calmNow.attention, failedFilms: 2, owedFilms: 1, undeliveredMails: 1, openDisputes: 3 },
  waiting: { films: 3, oldestFilm: 4000, tasks: 12, oldestTask: 75 },
  stored: {
    photos: { files: 3, bytes: 4_500_000 },
    films: { files: 3, bytes: 2_100_000_000 },
    countedAt: '2026-11-27T12:00:00Z',
  },
  previous30Days: { ...calmNow.previous30Days, revenue: 20, newBuckets: 1, completedBuckets: 2, totalVideos: 5 },
};

/** A shop in which nothing has been sold yet. */
export function calmShop(): Answer[] {
  return [
    reply(overview, calmNow),
    reply(dashboard, noCounts),
    reply(sales, {
      currency: 'USD',
      totalRevenue: 0,
      last30Days: 0,
      dailyStats: {},
      byCurrency: {},
      currencies: [noSales],
    }),
    reply(bucketStats, noStats),
    reply(userActivity, { daily: daysWith(0) }),
  ];
}

/** A shop with two orders of $11.97 on one day, and a set that was deleted unpaid. */
export function busyShop(): Answer[] {
  const period = {
    ...noPeriod,
    totalVideos: 3,
    completedBuckets: 2,
    orders: 2,
    averages: { revenuePerBucket: 5.985, variationsPerBucket: 1.5, imagesPerBucket: 1 },
    avgProcessingTime: 12.3,
    successRate: 100,
  };
  const sold = {
    ...noSales,
    orders: 2,
    totalRevenue: 11.97,
    last30Days: 11.97,
    avgRevenue: 5.985,
    avgRevenuePerImage: 5.985,
  };
  return [
    reply(overview, busyNow),
    reply(dashboard, { ...noCounts, users: 2, paidBuckets: 2, photos: 3, films: 3 }),
    reply(sales, {
      currency: 'USD',
      totalRevenue: 11.97,
      last30Days: 11.97,
      dailyStats: daysWith(11.97),
      byCurrency: { USD: 11.97, HUF: 1000 },
      currencies: [sold, { ...noSales, currency: 'HUF', orders: 1, totalRevenue: 1000 }],
    }),
    reply(bucketStats, {
      ...noStats,
      revenueGrowth: 0,
      totalBuckets: 3,
      newBucketsThisMonth: 3,
      completedBucketsThisMonth: 2,
      conversionRate: 66.7,
      activeBuckets: 2,
      avgRevenue: 5.985,
      avgRevenuePerImage: 5.985,
      allTime: period,
      last30Days: period,
      deletedBuckets: {
        total: 1,
        recent: 1,
        share: 33.3,
        lostRevenue: 4.99,
        lostInOtherCurrencies: {},
        averageSize: 1,
      },
    }),
    reply(userActivity, { daily: daysWith(2) }),
  ];
}

/** Thirty days of which the last has a value. */
function daysWith(value: number): Record<string, number> {
  const days = Array.from({ length: 30 }, (_, index) =>
    new Date(Date.UTC(2026, 10, 1 + index)).toISOString().slice(0, 10),
  );
  return Object.fromEntries(days.map((day, index) => [day, index === 29 ? value : 0]));
}
