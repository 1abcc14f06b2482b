import { toMajor } from '@keepsake/contract/orders/money';
import type { Currency } from '@keepsake/contract/primitives';
import { dayOf, type Facts, type FilmFact } from './random-history.ts';

/** Every figure of docs/figures.md, counted through all that ever happened: slow, and plain to see. */
export function recount(facts: Facts, now: Date) {
  const today = facts.prices.currency;
  const recent = new Set(lastDays(now, 30));
  const isRecent = (moment: Date) => recent.has(dayOf(moment));
  const sets = facts.sets;
  const sales = sets.flatMap(({ sale }) => sale ?? []);
  const deleted = sets.flatMap((set) => set.deleted ?? []);
  const films = sets.flatMap((set) => set.films);
  const here = sets.filter((set) => !set.deleted);
  const filmsHere = here.flatMap((set) =>
    set.films.filter((film) => set.photos.some(({ id, isGone }) => id === film.photoId && !isGone)),
  );
  const recentSales = sales.filter(({ at }) => isRecent(at));
  const recentSets = sets.filter(({ begunAt }) => isRecent(begunAt));
  const inCurrency = (currency: Currency) => sales.filter((sale) => sale.currency === currency);
  const amount = (of: typeof sales) => sum(of.map((sale) => sale.amount));
  const soldIn = [...new Set(sales.map(({ currency }) => currency))].toSorted();

  const period = (ordered: typeof sales, made: FilmFact[]) => {
    const own = ordered.filter(({ currency }) => currency === today);
    const [done, failed] = [
      made.filter(({ state }) => state === 'done'),
      made.filter(({ state }) => state === 'failed'),
    ];
    const times = done.map(({ orderedAt, doneAt = now }) => doneAt.getTime() - orderedAt.getTime());
    return {
      totalVideos: done.length,
      failedVideos: failed.length,
      completedBuckets: ordered.length,
      orders: own.length,
      averages: {
        revenuePerBucket: toMajor(average(amount(own), own.length), today),
        variationsPerBucket: average(sum(ordered.map((sale) => sale.films)), ordered.length),
        imagesPerBucket: average(sum(ordered.map((sale) => sale.photos)), ordered.length),
      },
      avgProcessingTime: average(sum(times), done.length) / 1000,
      successRate: average(done.length, done.length + failed.length) * 100,
    };
  };
  const salesIn = (currency: Currency) => {
    const own = inCurrency(currency);
    return {
      currency,
      orders: own.length,
      totalRevenue: toMajor(amount(own), currency),
      last30Days: toMajor(amount(own.filter(({ at }) => isRecent(at))), currency),
      avgRevenue: toMajor(average(amount(own), own.length), currency),
      avgRevenuePerImage: toMajor(average(amount(own), sum(own.map(({ photos }) => photos))), currency),
      refunded: toMajor(sum(own.map(({ paymentIntent }) => refundedOf(facts, paymentIntent))), currency),
    };
  };
  const lostIn = (currency: Currency) =>
    toMajor(sum(deleted.filter((set) => set.currency === currency).map(({ lost }) => lost)), currency);

  const leading = salesIn(today);
  const allTime = period(sales, films);
  const last30Days = period(
    recentSales,
    films.filter(({ orderedAt }) => isRecent(orderedAt)),
  );
  const [was, is] = [allTime.averages.revenuePerBucket, last30Days.averages.revenuePerBucket];
  const pending = here.filter(({ sale }) => !sale).length;
  const firstDay = [...inCurrency(today).map(({ at }) => dayOf(at)), ...recent].toSorted()[0] ?? '';
  const days = lastDays(now, 1000).filter((day) => day >= firstDay);
  return {
    dashboard: {
      users: facts.users.filter(({ isGone }) => !isGone).length,
      pendingBuckets: pending,
      paidBuckets: here.length - pending,
      photos: sum(sets.map(({ photos }) => photos.length)),
      films: allTime.totalVideos,
      failedFilms: filmsHere.filter(({ state }) => state === 'failed').length,
    },
    sales: {
      currency: today,
      totalRevenue: leading.totalRevenue,
      last30Days: leading.last30Days,
      dailyStats: Object.fromEntries(
        days.map((day) => [day, toMajor(amount(inCurrency(today).filter(({ at }) => dayOf(at) === day)), today)]),
      ),
      byCurrency: Object.fromEntries(soldIn.map((currency) => [currency, salesIn(currency).totalRevenue])),
      currencies: [leading, ...soldIn.filter((currency) => currency !== today).map(salesIn)],
    },
    bucketStats: {
      currency: today,
      totalBuckets: sets.length,
      newBucketsThisMonth: recentSets.length,
      completedBucketsThisMonth: recentSales.length,
      conversionRate: inPercent(average(recentSales.length, recentSets.length)),
      activeBuckets: here.length,
      pendingVideos: filmsHere.filter(({ state }) => state === 'open').length,
      grantedVideos: facts.granted,
      avgRevenue: leading.avgRevenue,
      avgRevenuePerImage: leading.avgRevenuePerImage,
      revenueGrowth: was === 0 || last30Days.orders === 0 ? null : inPercent(average(is - was, was)),
      allTime,
      last30Days,
      deletedBuckets: {
        total: deleted.length,
        recent: deleted.filter(({ at }) => isRecent(at)).length,
        share: inPercent(average(deleted.length, sets.length)),
        lostRevenue: lostIn(today),
        lostInOtherCurrencies: Object.fromEntries(
          (['EUR', 'GBP', 'HUF', 'USD'] as const)
            .filter((currency) => currency !== today && lostIn(currency) > 0)
            .map((currency) => [currency, lostIn(currency)]),
        ),
        averageSize: average(sum(deleted.map(({ photos }) => photos)), deleted.length),
      },
    },
    userActivity: Object.fromEntries(
      lastDays(now, 30).map((day) => [
        day,
        new Set(facts.visits.filter((visit) => visit.day === day).map(({ userId }) => userId)).size,
      ]),
    ),
  };
}

/** What the provider told and did not fail, and what was recorded beside it: each told refund is one of the recorded of its amount. */
function refundedOf(facts: Facts, paymentIntent: string): number {
  const told = facts.refunds.filter((refund) => refund.paymentIntent === paymentIntent);
  const arrived = sum(told.filter(({ failed }) => !failed).map(({ amount }) => amount));
  const tellings = told.map(({ amount }) => amount);
  const beside = facts.recordedRefunds.filter((recorded) => {
    const at = recorded.paymentIntent === paymentIntent ? tellings.indexOf(recorded.amount) : -1;
    if (at >= 0) tellings.splice(at, 1);
    return recorded.paymentIntent === paymentIntent && at < 0;
  });
  return arrived + sum(beside.map(({ amount }) => amount));
}

/** The UTC days up to this moment, the earliest first. */
/** Every set as the list of orders has it. */
export function recountSummaries({ sets, users }: Facts) {
  return sets
    .map(({ bucketId, userId, begunAt, photos, films, sale, deleted }) => {
      const left = photos.filter(({ isGone }) => !isGone);
      const count = (state: FilmFact['state']) =>
        films.filter((film) => film.state === state && left.some(({ id }) => id === film.photoId)).length;
      const isNobodys = (deleted && !sale) || users.some(({ id, isGone }) => id === userId && isGone);
      return {
        id: bucketId,
        userId: isNobodys ? null : userId,
        customer: isNobodys ? null : 'ada kovács',
        status: deleted ? 'deleted' : sale ? 'paid' : 'pending',
        orderedAt: sale?.at ?? begunAt,
        photos: left.length,
        done: count('done'),
        waiting: deleted ? 0 : count('open'),
        failed: count('failed'),
        amount: sale?.amount ?? 0,
        currency: sale?.currency ?? '',
      };
    })
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function lastDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, back) => dayOf(new Date(now.getTime() - (count - 1 - back) * 86_400_000)));
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function average(total: number, count: number): number {
  return count === 0 ? 0 : total / count;
}

function inPercent(share: number): number {
  return Math.round(share * 1000) / 10;
}
