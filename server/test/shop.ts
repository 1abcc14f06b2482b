import { randomUUID } from 'node:crypto';
import { createCheckoutSession } from '@keepsake/contract/orders/payment';
import { setPricing, type Pricing } from '@keepsake/contract/orders/pricing';
import { listErrors } from '@keepsake/contract/admin/monitoring';
import { bindJobs } from '../src/bind-jobs.ts';
import { sql } from 'kysely';
import { allRows, firstRow } from './statements.ts';
import { createLog } from '../src/platform/log.ts';
import { startRunner } from '../src/platform/queue/runner.ts';
import { sign, startTestCheckout, type TestCheckout, type ToldSession } from './checkout.ts';
import { startTestApp, type Answer, type TestApp, type TestUser } from './harness.ts';
import { until } from './until.ts';
import { createPhotoSet } from './photo-set.ts';

export const invoiceData = {
  partnerName: 'Kovács Ada',
  partnerAddress: 'Fő utca 1.',
  partnerCity: 'Budapest',
  partnerPostCode: '1011',
};

export const consents = { guidelines: true, finalSale: true, language: 'hu', textVersion: '2026-11-20' } as const;

/** 4.99 for each photo and 1.99 for each further film, no discounts: the prices of most tests. */
export const plainPrices: Pricing = {
  basePrice: 4.99,
  variantPrice: 1.99,
  currency: 'USD',
  volumeDiscounts: {},
  variantDiscounts: {},
  packageDiscounts: {},
};

/** A set and who wants to pay for it. */
export interface Order {
  user: TestUser;
  bucketId: string;
  photoIds: string[];
}

export interface OrderState {
  status: string | undefined;
  /** Films to be made, rows of the ledger, issued invoices, mails. */
  films: number;
  sales: { amount: number; currency: string }[];
  issued: { amount: number; currency: string }[];
  mails: number;
  checkouts: { state: string; amount: number; fulfilled: boolean; unfulfilledReason: string | null }[];
}

export interface TestShop {
  app: TestApp;
  checkout: TestCheckout;
  admin: TestUser;
  /** A new user's set, as createPhotoSet takes it: by default 2 photos with 3 films, 11.97 at plain prices. */
  newOrder(photos?: number[][]): Promise<Order>;
  setPrices(change?: Partial<Pricing>): Promise<void>;
  /** Asks for the payment page, by default with invoice data. */
  start(order: Order, body?: object): Promise<Answer<typeof createCheckoutSession>>;
  /** The payment page of an order, or a failed test. */
  pageOf(order: Order): Promise<string>;
  /** What the checkout has of an order, newest first. */
  sessionsOf(order: Order): Promise<ToldSession[]>;
  state(order: Order): Promise<OrderState>;
  /** Posts an event as the payment provider would, with a good signature unless one is given. */
  sendEvent(event: object, header?: string): Promise<{ status: number; message: string | undefined }>;
  /** What administrators read of an order, oldest first. */
  errorsOf(order: Order): Promise<string[]>;
  /** What administrators read that has this in it, by the API, newest first. */
  errorsWith(part: string): Promise<string[]>;
  /** Works off the lookups of sessions, and nothing else. */
  lookUp(): Promise<void>;
}

/** The whole server with the checkout sandbox as its payment provider; ends with the test file. */
export async function startTestShop(settings: Record<string, string> = {}): Promise<TestShop> {
  let shopUrl = '';
  const checkout = await startTestCheckout(() => shopUrl);
  const app = await startTestApp(undefined, { settings: { ...checkout.settings, ...settings } });
  shopUrl = app.url;
  const admin = await app.createUser({ role: 'Admin' });

  const shop: TestShop = {
    app,
    checkout,
    admin,
    async newOrder(photos = [[2], [1]]) {
      const user = await app.createUser();
      return { user, ...(await createPhotoSet(app.db, user.id, photos)) };
    },
    async setPrices(change = {}) {
      const { status } = await app.call(setPricing, { body: { ...plainPrices, ...change }, token: admin.token });
      if (status !== 200) throw new Error('The prices were refused');
    },
    start: ({ user, bucketId }, body = { invoiceData }) =>
      app.call(createCheckoutSession, { body: { bucketId, ...body }, token: user.token }),
    async pageOf(order) {
      const { status, data } = await shop.start(order);
      if (status !== 200) throw new Error(`No payment page: ${JSON.stringify(data)}`);
      return data.url;
    },
    sessionsOf: async ({ bucketId }) =>
      (await checkout.sessions()).filter(({ metadata }) => metadata['bucketId'] === bucketId),
    state: ({ bucketId }) => stateOf(app, bucketId),
    async sendEvent(event, header) {
      const body = JSON.stringify(event);
      const response = await fetch(`${app.url}/api/payment/webhook`, {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': header ?? sign(body) },
        body,
      });
      const { message } = (await response.json()) as { message?: string };
      return { status: response.status, message };
    },
    async errorsOf({ bucketId }) {
      const rows = await allRows<{ errorMessage: string }>(
        app.db,
        sql`select error_message from error_logs where error_message like ${`%${bucketId}%`} order by created_at`,
      );
      return rows.map((row) => row.errorMessage);
    },
    async errorsWith(part) {
      const { data } = await app.call(listErrors, { query: { limit: 100 }, token: admin.token });
      return data.data.flatMap(({ errorMessage }) => (errorMessage.includes(part) ? [errorMessage] : []));
    },
    lookUp: () => lookUp(app),
  };
  await shop.setPrices();
  return shop;
}

/** An event about a session, by default that of its payment. */
export function eventAbout(
  session: object,
  type = 'checkout.session.completed',
): { id: string; [name: string]: unknown } {
  return { object: 'event', id: `evt_${randomUUID()}`, type, data: { object: session } };
}

async function lookUp({ db, deps }: TestApp): Promise<void> {
  const jobs = bindJobs(deps).filter(({ name }) => name === 'settle-session');
  const runner = await startRunner({ pool: db.pool, jobs, concurrency: 2, log: createLog('silent', 'test') });
  const left = sql`select 1 from graphile_worker.jobs where task_identifier = 'settle-session'`;
  try {
    await until(async () => (await allRows(db, left)).length === 0);
  } finally {
    await runner.stop();
  }
}

async function stateOf({ db }: TestApp, bucketId: string): Promise<OrderState> {
  const bucket = await firstRow<{ status: string }>(db, sql`select status from buckets where id = ${bucketId}`);
  const films = await allRows(db, sql`select 1 from films where bucket_id = ${bucketId}`);
  const mails = await allRows(db, sql`select 1 from mails where bucket_id = ${bucketId} and kind = 'order-confirmed'`);
  return {
    status: bucket?.status,
    films: films.length,
    mails: mails.length,
    sales: await allRows(db, sql`select amount, currency from sales where bucket_id = ${bucketId}`),
    issued: await allRows(
      db,
      sql`select amount, currency from invoices where bucket_id = ${bucketId} and issued_at is not null`,
    ),
    checkouts: await allRows(
      db,
      sql`
      select state, amount, fulfilled_at is not null as fulfilled, unfulfilled_reason from checkouts
      where bucket_id = ${bucketId} order by created_at, id`,
    ),
  };
}
