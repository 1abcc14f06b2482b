import { bucketTimeline } from '@keepsake/contract/photos/content';
import { getOrder, listLedger } from '@keepsake/contract/orders/ledger';
import { getRefunds, makeRefund, type OrderRefunds } from '@keepsake/contract/orders/refunds';
import { sql } from 'kysely';
import { bindJobs } from '../src/bind-jobs.ts';
import { newId } from '../src/platform/ids.ts';
import { createLog } from '../src/platform/log.ts';
import { startRunner } from '../src/platform/queue/runner.ts';
import { allRows } from './statements.ts';
import { secretKey } from './checkout.ts';
import type { Answer } from './harness.ts';
import type { Order, TestShop } from './shop.ts';
import { until } from './until.ts';

export interface PaidOrder extends Order {
  payment: string;
}

/** A refund as the checkout sandbox has it. */
export interface HeldRefund {
  id: string;
  amount: number;
  status: string;
  metadata: Record<string, string>;
}

export interface RefundScene {
  /** An order of 11.97 that is paid: two films of one photo, and one of another. */
  paidOrder(photos?: number[][]): Promise<PaidOrder>;
  /** Asks for a refund; by default of an amount, with films that stay. */
  ask(order: PaidOrder, body?: object): Promise<Answer<typeof makeRefund>>;
  view(order: Order): Promise<OrderRefunds>;
  /** State, reference and failure code of every refund, newest first. */
  states(order: Order): Promise<(string | null)[][]>;
  /** Works off the jobs of refunds that are due within half a minute, in `workers` runners at once. */
  work(workers?: number): Promise<void>;
  /** What the provider has of a payment, newest first. */
  held(order: PaidOrder): Promise<HeldRefund[]>;
  /** Kinds and amounts of the ledger without the charge, oldest first. */
  ledger(order: Order): Promise<(string | number)[][]>;
  left(order: Order): Promise<number | undefined>;
  /** Mails about refunds: their amount in minor units. */
  mails(order: Order): Promise<unknown[]>;
  timeline(order: Order): Promise<string[]>;
}

/** What tests of refunds do and look at. */
export function refundScene({ app, checkout, admin, ...shop }: TestShop): RefundScene {
  const { token } = admin;
  const names = ['make-refund', 'remove-refunded-films'];

  async function work(workers = 1): Promise<void> {
    const jobs = bindJobs(app.deps).filter(({ name }) => names.includes(name));
    const runners = await Promise.all(
      Array.from({ length: workers }, () =>
        startRunner({ pool: app.db.pool, jobs, concurrency: 3, log: createLog('silent', 'test') }),
      ),
    );
    const due = sql`
      select 1 from graphile_worker.jobs
      where task_identifier = any(${names}) and run_at < now() + interval '30 s'`;
    try {
      await until(async () => (await allRows(app.db, due)).length === 0);
    } finally {
      await Promise.all(runners.map((runner) => runner.stop()));
    }
  }

  const view: RefundScene['view'] = async ({ bucketId }) =>
    (await app.call(getRefunds, { params: { id: bucketId }, token })).data.refunds;

  return {
    async paidOrder(photos) {
      const order = await shop.newOrder(photos);
      const paid = await checkout.pay(await shop.pageOf(order));
      if (paid.status !== 303) throw new Error('The order could not be paid');
      await until(async () => (await shop.state(order)).status === 'paid');
      const [session] = await shop.sessionsOf(order);
      return { ...order, payment: String(session?.['payment_intent']) };
    },
    ask: ({ bucketId, payment }, body = {}) =>
      app.call(makeRefund, {
        params: { id: bucketId },
        body: {
          key: newId(),
          payment,
          scope: 'amount',
          amount: 5,
          currency: 'USD',
          filmsGo: false,
          note: 'by phone',
          ...body,
        },
        token,
      }),
    view,
    states: async (order) =>
      (await view(order)).refunds.map(({ state, reference, failureCode }) => [state, reference, failureCode]),
    work,
    async held({ payment }) {
      const response = await fetch(`${checkout.url}/v1/refunds?payment_intent=${payment}&limit=100`, {
        headers: { authorization: `Bearer ${secretKey}` },
      });
      return ((await response.json()) as { data: HeldRefund[] }).data;
    },
    ledger: async ({ bucketId }) =>
      (await app.call(listLedger, { query: { order: bucketId, limit: 100 }, token })).data.data
        .filter(({ kind }) => kind !== 'charge')
        .map(({ kind, amount }) => [kind, amount])
        .toReversed(),
    left: async ({ bucketId }) =>
      (await app.call(getOrder, { params: { id: bucketId }, token })).data.order.payments[0]?.left,
    mails: async ({ bucketId }) =>
      (
        await allRows<{ amount: unknown }>(
          app.db,
          sql`select payload -> 'amount' as amount from mails where kind = 'refund-made' and bucket_id = ${bucketId} order by id`,
        )
      ).map(({ amount }) => amount),
    timeline: async ({ bucketId, user }) => {
      const { data } = await app.call(bucketTimeline, { params: { id: bucketId }, token: user.token });
      return data.entries.map(({ kind }) => kind).filter((kind) => ['refunded', 'films_removed'].includes(kind));
    },
  };
}
