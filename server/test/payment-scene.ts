import assert from 'node:assert/strict';
import { afterEach, beforeEach } from 'vitest';
import { invoiceFields } from '@keepsake/contract/orders/invoice';
import type { Deps } from '../src/deps.ts';
import { sql } from 'kysely';
import { allRows, runStatement } from './statements.ts';
import { newId } from '../src/platform/ids.ts';
import { ledgerOfPayment } from '../src/features/payment/ledger/ledger.queries.ts';
import { orderOfBucket } from '../src/features/photos/photo.queries.ts';
import { checkoutById, type Checkout } from '../src/features/checkouts/checkout.queries.ts';
import type { CheckoutSession, ReportedEntry, Payments } from '../src/providers/payment/payments.ts';
import { saveInvoiceData } from '../src/features/invoice/save-invoice.ts';
import type { TestApp, TestUser } from './harness.ts';
import { createPhotoSet } from './photo-set.ts';
import { invoiceData } from './shop.ts';

export interface BegunCheckout {
  user: TestUser;
  bucketId: string;
  checkoutId: string;
  /** As it is now. */
  checkout(): Promise<Checkout>;
  /** What the provider says of its session. */
  session(change?: Partial<CheckoutSession>): CheckoutSession;
}

/** A checkout of a set of one photo with two films for 6.98 dollars, with no provider behind it. */
export async function beginCheckout(
  app: TestApp,
  { state = 'open', hasInvoice = true }: { state?: Checkout['state']; hasInvoice?: boolean } = {},
): Promise<BegunCheckout> {
  const { db } = app;
  const user = await app.createUser();
  const { bucketId } = await createPhotoSet(db, user.id, [[2]]);
  const checkoutId = newId();
  const price = { subtotal: 698, discounts: { volume: 0, variant: 0, package: 0 }, lines: [], order: [] as object[] };
  price.order = (await db.transaction().execute((tx) => orderOfBucket(tx, bucketId))).map(({ photoId, actions }) => ({
    photoId,
    actions: actions.map(({ promptId, variety }) => ({ promptId, variety })),
  }));
  const request = { invoiceId: newId(), email: user.email, language: 'en', lines: [], successUrl: '/', cancelUrl: '/' };
  const sessionId = state === 'creating' ? null : `cs_${checkoutId}`;
  await runStatement(
    db,
    sql`
    insert into checkouts (id, bucket_id, user_id, revision, price, amount, currency, photos, films, request, idempotency_key, state,
      session_id, url, created_at, expires_at)
    values (${checkoutId}, ${bucketId}, ${user.id}, 1, ${JSON.stringify(price)}::jsonb, 698, 'USD', 1, 2, ${JSON.stringify(request)}::jsonb,
      ${checkoutId}, ${state}, ${sessionId}, 'https://pay.example/', app_now(), app_now() + interval '1 day')`,
  );
  if (hasInvoice)
    await db
      .transaction()
      .execute((tx) =>
        saveInvoiceData(tx, app.deps.config, { bucketId, userId: user.id, fields: invoiceFields.parse(invoiceData) }),
      );
  return {
    user,
    bucketId,
    checkoutId,
    checkout: async () => (await checkoutById(db, checkoutId)) as Checkout,
    session: (change) => ({
      id: `cs_${checkoutId}`,
      status: 'complete',
      paymentStatus: 'paid',
      amount: 698,
      currency: 'USD',
      url: null,
      paymentIntent: `pi_${checkoutId}`,
      delayed: null,
      bucketId,
      checkoutId,
      ...change,
    }),
  };
}

/** The dependencies with a payment provider that answers so. */
export function withPayments(deps: Deps, payments: Partial<Payments>): Deps {
  return { ...deps, payments: { ...deps.payments, ...payments } };
}

let references = 0;
/** A refund of one dollar of a payment of its own, unless changed. */
export function reportedEntry(change: Partial<ReportedEntry> = {}): ReportedEntry {
  references += 1;
  return {
    kind: 'refund',
    providerRef: `re_${references}`,
    amount: 100,
    currency: 'USD',
    paymentIntent: `pi_of_${references}`,
    checkoutId: null,
    reason: null,
    ...change,
  };
}

/**
 * What payments leave behind, deleted before each test of the file. A test fails if an error is reported by another part of the product than those
 * in which administrators look for it.
 */
export function watchPayments({ db }: TestApp) {
  beforeEach(async () => {
    for (const table of [sql`mails`, sql`error_logs`, sql`payment_events`, sql`graphile_worker._private_jobs`])
      await runStatement(db, sql`delete from ${table}`);
  });
  afterEach(async () => {
    const strange = sql`select * from error_logs where module_name not in ('payment', 'invoice')`;
    assert.deepEqual(await allRows(db, strange), []);
  });
  return {
    errors: async () =>
      (
        await allRows<{ errorMessage: string }>(db, sql`select error_message from error_logs order by created_at, id`)
      ).map(({ errorMessage }) => errorMessage),
    mailKinds: async () =>
      (await allRows<{ kind: string }>(db, sql`select kind from mails order by id`)).map(({ kind }) => kind),
    charges: ({ checkoutId }: BegunCheckout) => ledgerOfPayment(db, `pi_${checkoutId}`),
  };
}
