import { toMajor } from '@keepsake/contract/orders/money';
import { currencies, type Currency } from '@keepsake/contract/primitives';
import type { Queryable } from '../../../platform/database/db.ts';
import { figureSums, revenueByDay, type FigureSums } from './figure-sum.queries.ts';
import {
  recentFailureCounts,
  countGrantedFilms,
  countPendingFilms,
  currencyOfToday,
  refundsByCurrency,
} from './sale.queries.ts';

// Every figure is defined in docs/figures.md. Days are UTC days; amounts are in major units and never added across currencies.

/** Current counts, and all-time counts of photos and films. */
export async function dashboardCounts(db: Queryable) {
  const sums = await figureSums(db);
  return {
    users: sums.ever('user').count,
    pendingBuckets: sums.ever('bucket_pending').count,
    paidBuckets: sums.ever('bucket_paid').count,
    photos: sums.ever('photo').count,
    films: sums.ever('film_done').count,
    ...(await recentFailureCounts(db)),
  };
}

/** Revenue is what was charged, even for buckets that were deleted or refunded since. Refunds are reported separately. */
export async function salesFigures(db: Queryable) {
  const currency = await currencyOfToday(db);
  const days = await revenueByDay(db, currency);
  const sums = await figureSums(db);
  const refunds = await refundsByCurrency(db);
  const sold = soldCurrencies(sums, currency).map((one) => salesIn(one, sums, refunds.get(one) ?? 0));
  return {
    currency,
    totalRevenue: toMajor(sums.ever('sale', currency).amount, currency),
    last30Days: toMajor(sums.recent('sale', currency).amount, currency),
    dailyStats: Object.fromEntries(days.map(({ day, amount }) => [day, toMajor(amount, currency)])),
    byCurrency: Object.fromEntries(
      sold.filter(({ orders }) => orders > 0).map((one) => [one.currency, one.totalRevenue]),
    ),
    currencies: sold,
  };
}

/** The current currency first, then the others with sales. */
function soldCurrencies(sums: FigureSums, today: Currency): Currency[] {
  const sold = new Set(sums.currencies('sale'));
  return [today, ...currencies.filter((currency) => currency !== today && sold.has(currency)).toSorted()];
}

function salesIn(currency: Currency, sums: FigureSums, refunded: number) {
  const sales = sums.ever('sale', currency);
  return {
    currency,
    orders: sales.count,
    totalRevenue: toMajor(sales.amount, currency),
    last30Days: toMajor(sums.recent('sale', currency).amount, currency),
    avgRevenue: toMajor(ratio(sales.amount, sales.count), currency),
    avgRevenuePerImage: toMajor(ratio(sales.amount, sales.photos), currency),
    refunded: toMajor(refunded, currency),
  };
}

/** Figures about buckets and films; amounts in the current currency only. */
export async function bucketFigures(db: Queryable) {
  const currency = await currencyOfToday(db);
  const sums = await figureSums(db);
  const pendingVideos = await countPendingFilms(db);
  const grantedVideos = await countGrantedFilms(db);
  const made = sums.ever('bucket_made').count;
  const [allTime, last30Days] = [period(sums.ever, currency), period(sums.recent, currency)];
  const [newBuckets, completed] = [sums.recent('bucket_made').count, sums.recent('sale').count];
  const sales = sums.ever('sale', currency);
  return {
    currency,
    totalBuckets: made,
    newBucketsThisMonth: newBuckets,
    completedBucketsThisMonth: completed,
    conversionRate: percent(completed, newBuckets),
    activeBuckets: sums.ever('bucket_pending').count + sums.ever('bucket_paid').count,
    pendingVideos,
    grantedVideos,
    avgRevenue: allTime.averages.revenuePerBucket,
    avgRevenuePerImage: toMajor(ratio(sales.amount, sales.photos), currency),
    revenueGrowth: growth(last30Days, allTime),
    allTime,
    last30Days,
    deletedBuckets: deletedFigures(sums, made, currency),
  };
}

/** The same figures for the 30 days before, in the current currency, for comparison. */
export async function previousFigures(db: Queryable) {
  const currency = await currencyOfToday(db);
  const sums = await figureSums(db);
  return {
    currency,
    revenue: toMajor(sums.previous('sale', currency).amount, currency),
    newBuckets: sums.previous('bucket_made').count,
    completedBuckets: sums.previous('sale').count,
    deletedBuckets: sums.previous('bucket_deleted').count,
    totalVideos: sums.previous('film_done').count,
    failedVideos: sums.previous('film_failed').count,
  };
}

function period(sumOf: FigureSums['ever'], currency: Currency) {
  const [sales, all] = [sumOf('sale', currency), sumOf('sale')];
  const [done, failed] = [sumOf('film_done'), sumOf('film_failed')];
  return {
    totalVideos: done.count,
    failedVideos: failed.count,
    completedBuckets: all.count,
    orders: sales.count,
    averages: {
      revenuePerBucket: toMajor(ratio(sales.amount, sales.count), currency),
      variationsPerBucket: ratio(all.films, all.count),
      imagesPerBucket: ratio(all.photos, all.count),
    },
    avgProcessingTime: ratio(done.amount, done.count) / 1000,
    successRate: ratio(done.count, done.count + failed.count) * 100,
  };
}

function deletedFigures(sums: FigureSums, made: number, currency: Currency) {
  const deleted = sums.ever('bucket_deleted');
  const lost = (one: Currency) => toMajor(sums.ever('bucket_deleted', one).amount, one);
  const others = currencies.filter((one) => one !== currency && lost(one) > 0);
  return {
    total: deleted.count,
    recent: sums.recent('bucket_deleted').count,
    share: percent(deleted.count, made),
    lostRevenue: lost(currency),
    lostInOtherCurrencies: Object.fromEntries(others.map((one) => [one, lost(one)])),
    averageSize: ratio(deleted.photos, deleted.count),
  };
}

/** 0 if the divisor is 0. */
function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

/** With one decimal, rounded half up; 0 if the divisor is 0. */
function percent(part: number, whole: number): number {
  return Math.round(ratio(part, whole) * 1000) / 10;
}

type Period = ReturnType<typeof period>;

/** Growth of the revenue per bucket in percent; null if one of the periods has no sale. */
function growth({ orders, averages: { revenuePerBucket: now } }: Period, { averages }: Period): number | null {
  const { revenuePerBucket: before } = averages;
  return orders === 0 || before === 0 ? null : percent(now - before, before);
}
