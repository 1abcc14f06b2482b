import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import fc from 'fast-check';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { randomHistory, type Step } from '../../../../test/random-history.ts';
import { recount, recountSummaries } from '../../../../test/recount.ts';
import { atMoment } from '../../../../test/shop-history.ts';
import { toMajor } from '@keepsake/contract/orders/money';
import { currency as currencies } from '@keepsake/contract/primitives';
import { sql } from 'kysely';
import { allRows, runStatement } from '../../../../test/statements.ts';
import { runningJob } from '../../../../test/running-job.ts';
import { countOrders, orderPage } from '../../orders/order-list.queries.ts';
import { refundedOf } from '../../orders/refunded.queries.ts';
import { ledgerPage } from '../../payment/ledger/ledger-page.queries.ts';
import { activityPerDay, rollUpChanges, recentDays } from './figure-sum.queries.ts';
import { rollUpFiguresJob } from './roll-up-figures.job.ts';
import { bucketFigures, dashboardCounts, salesFigures } from './sales-figures.ts';

describe('random histories of a shop', () => {
  for (const { histories, tags } of [
    { histories: 4, tags: [] },
    { histories: 12, tags: ['full'] },
  ])
    test(
      `every figure and the list of orders equal a count through the whole history, at every moment: ${histories} histories`,
      { tags },
      () => holdsThrough(histories),
    );
});

/** The time of a film is kept in whole milliseconds: it may be one off, which is all that is allowed. */
function assertSame(said: Figures, counted: ReturnType<typeof recount>): void {
  const { bucketStats } = said;
  const withTimes = (name: 'allTime' | 'last30Days') => {
    const { avgProcessingTime } = counted.bucketStats[name];
    assert.ok(Math.abs(bucketStats[name].avgProcessingTime - avgProcessingTime) < 0.002, name);
    return { ...bucketStats[name], avgProcessingTime };
  };
  const stats = { ...bucketStats, allTime: withTimes('allTime'), last30Days: withTimes('last30Days') };
  assert.deepEqual({ ...said, bucketStats: stats }, counted);
}

type Figures = Awaited<ReturnType<typeof figuresAt>>;

function holdsThrough(histories: number): Promise<void> {
  return fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const ends: (() => Promise<void>)[] = [];
      const app = await startTestApp({ onTestFinished: (end) => ends.push(end) });
      try {
        const history = await randomHistory(app);
        for (const [place, step] of given.entries()) {
          const moment = await history.take(step);
          if (step.do === 'roll up') await rollUpChanges(app.db, 1 + (step.choice % 50));
          if (place % lookEvery === 0 || place === given.length - 1) {
            const figures = await figuresAt(app, moment);
            assertSame(figures, recount(history.facts, moment));
            assert.deepEqual(await listsAt(app, moment), figuresWithLists(figures));
            assert.deepEqual(await allRows(app.db, summaries), recountSummaries(history.facts));
          }
        }
      } finally {
        for (const end of ends) await end();
      }
    }),
    { examples: [[atMidnight]], numRuns: histories, interruptAfterTimeLimit: 90_000, markInterruptAsFailure: false },
  );
}

/** The list of orders: its row of every set. */
const summaries = sql`
  select bucket_id as id, user_id, customer, status, date_trunc('minute', ordered_at) as ordered_at, photos, films_done as done, films_waiting as waiting, films_failed as failed,
    amount, currency
  from bucket_summaries order by bucket_id`;

const lookEvery = 8;

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    do: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom('begin', 'pay', 'deliver', 'deliver', 'fail' as const) },
      {
        weight: 3,
        arbitrary: fc.constantFrom(
          'retry',
          'delete set',
          'delete photo',
          'refund',
          'record refund',
          'grant',
          'roll up' as const,
        ),
      },
      { weight: 1, arbitrary: fc.constantFrom('join', 'leave', 'visit', 'prices', 'strange refund', 'wait' as const) },
    ),
    choice: fc.nat({ max: 10_000 }),
    minutes: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 300, max: 5000 })),
  }),
  { minLength: 20, maxLength: 90, size: 'max' },
);

/** The history begins at nine in the morning. */
const atMidnight: Step[] = (['wait', 'begin', 'visit', 'pay', 'begin', 'wait'] as const).map((deed, place) => ({
  do: deed,
  choice: 0,
  minutes: [15 * 60, 24 * 60, 0, 0, 24 * 60, 24 * 60][place] ?? 0,
}));

/** The replies of the four calls at a point in time. */
function figuresAt({ db }: TestApp, moment: Date) {
  return atMoment(db, moment, async (tx) => {
    const { errorsLast24h: _, ...dashboard } = await dashboardCounts(tx);
    return {
      dashboard,
      sales: await salesFigures(tx),
      bucketStats: await bucketFigures(tx),
      userActivity: await activityPerDay(tx, recentDays),
    };
  });
}

/** The figures that link to a list of what they count. */
function figuresWithLists({ dashboard, sales, bucketStats }: Figures) {
  const { deletedBuckets } = bucketStats;
  return {
    pending: dashboard.pendingBuckets,
    paid: dashboard.paidBuckets,
    total: bucketStats.totalBuckets,
    fresh: bucketStats.newBucketsThisMonth,
    completed: bucketStats.completedBucketsThisMonth,
    active: bucketStats.activeBuckets,
    deleted: deletedBuckets.total,
    deletedRecently: deletedBuckets.recent,
    pendingFilms: bucketStats.pendingVideos,
    failedFilms: dashboard.failedFilms,
    granted: bucketStats.grantedVideos,
    revenue: new Map(Object.entries(sales.byCurrency).filter(([, amount]) => amount > 0)),
    refunded: new Map(
      sales.currencies.filter(({ refunded }) => refunded > 0).map(({ currency, refunded }) => [currency, refunded]),
    ),
  };
}

/** The same, counted in the lists that they link to, with the filters of the links. */
function listsAt({ db }: TestApp, moment: Date) {
  return atMoment(db, moment, async (tx) => {
    const every = { status: undefined, attention: undefined, day: 'ordered', searchMatches: undefined } as const;
    const from = new Date(moment.getTime() - (recentDays - 1) * 86_400_000).toISOString().slice(0, 10);
    type Filter = Partial<Omit<Parameters<typeof countOrders>[1], 'searchMatches'>>;
    const count = async (filter: Filter) =>
      (await countOrders(tx, { ...every, from: undefined, to: undefined, ...filter })).total;
    const rows = (filter: Filter) =>
      orderPage(tx, {
        ...every,
        from: undefined,
        to: undefined,
        page: 1,
        limit: 1000,
        sort: 'date',
        direction: 'desc',
        ...filter,
      });
    const inMajor = (sums: { currency: string; amount: number }[]) =>
      new Map(
        [...Map.groupBy(sums, ({ currency }) => currency)]
          .map(([code, ofCode]) => {
            const amount = ofCode.reduce((sum, one) => sum + one.amount, 0);
            return [code, toMajor(amount, currencies.parse(code))] as const;
          })
          .filter(([, amount]) => amount > 0)
          .toSorted(),
      );
    const waiting = await rows({ attention: 'films_waiting' });
    const failed = await rows({ attention: 'films_failed_any' });
    const refunded = await rows({ status: 'refunded' });
    const granted = await ledgerPage(tx, { kind: 'films_granted', page: 1, limit: 1000 });
    const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
    return {
      pending: await count({ status: 'pending' }),
      paid: await count({ status: 'paid' }),
      total: await count({}),
      fresh: await count({ day: 'begun', from }),
      completed: await count({ status: 'sold', from }),
      active: await count({ status: 'active' }),
      deleted: await count({ status: 'deleted' }),
      deletedRecently: await count({ status: 'deleted', day: 'deleted', from }),
      pendingFilms: sum(waiting.map(({ filmsWaiting }) => filmsWaiting)),
      failedFilms: sum(failed.map(({ filmsFailed }) => filmsFailed)),
      granted: sum(granted.map(({ films }) => films)),
      revenue: inMajor(await rows({ status: 'sold' })),
      refunded: inMajor(
        await refundedOf(
          tx,
          refunded.map(({ id }) => id),
        ),
      ),
    };
  });
}

describe('rolling up', () => {
  test('by several processes at once changes no figure and leaves no row behind', async (t) => {
    const app = await startTestApp(t);
    for (let i = 0; i < 40; i += 1) await app.createUser();
    const before = await dashboardCounts(app.db);
    const rolledUp = await Promise.all(Array.from({ length: 6 }, () => rollUpChanges(app.db, 9)));
    assert.deepEqual(await dashboardCounts(app.db), before);
    assert.equal(
      rolledUp.reduce((sum, count) => sum + count),
      40,
    );
    await app.createUser();
    await rollUpFiguresJob.run({}, app.deps, runningJob);
    assert.deepEqual(await allRows(app.db, sql`select 1 from figure_changes`), []);
    assert.equal((await dashboardCounts(app.db)).users, before.users + 1);
  });

  test('interrupted by a crash changes nothing, and counts nothing twice when it is repeated', async (t) => {
    const app = await startTestApp(t);
    for (let i = 0; i < 5; i += 1) await app.createUser();
    const crash = app.db.transaction().execute(async (tx) => {
      assert.equal(await rollUpChanges(tx, 3), 3);
      throw new Error('the process dies');
    });
    await assert.rejects(crash, /the process dies/);
    assert.equal(await rollUpChanges(app.db, 100), 5);
    assert.equal((await dashboardCounts(app.db)).users, 5);
  });
});

test('an uncommitted change is not counted', async (t) => {
  const app = await startTestApp(t);
  const user = await app.createUser();
  const failed = app.db.transaction().execute(async (tx) => {
    await runStatement(
      tx,
      sql`
      insert into buckets (id, user_id, created_at, updated_at, deletion_date)
      values (gen_random_uuid(), ${user.id}, app_now(), app_now(), app_now())`,
    );
    assert.equal((await dashboardCounts(tx)).pendingBuckets, 1);
    throw new Error('no');
  });
  await assert.rejects(failed, /no/);
  assert.equal((await dashboardCounts(app.db)).pendingBuckets, 0);
});
