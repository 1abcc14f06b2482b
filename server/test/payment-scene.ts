import { invoiceFields } from '@keepsake/contract/orders/invoice';
import type { Deps } from '../src/deps.ts';
import { sql } from 'kysely';
import { runStatement } from './statements.ts';
import { newId } from '../src/platform/ids.ts';
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
