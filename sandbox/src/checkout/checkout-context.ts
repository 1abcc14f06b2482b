import type { FastifyBaseLogger } from 'fastify';
import type { CheckoutChange, CheckoutRecords } from './checkout-records.ts';
import type { Webhooks } from './webhooks.ts';

/** State that every part of the checkout shares. */
export type Checkout = {
  records: CheckoutRecords;
  webhooks: Webhooks;
  /** Runs work on the same session, payment or key one at a time. */
  inTurn: <T>(key: string, work: () => Promise<T>) => Promise<T>;
  /** Idempotency keys of requests in progress. */
  keysInUse: Set<string>;
  /** Sessions paid a moment ago, each with the first delivery of its event. */
  settling: Map<string, Promise<unknown>>;
  /** How long a bank debit takes; a test control changes it. */
  debits: { seconds: number };
  /** The status that a new refund begins with; a test control changes it. */
  refunds: { begin: 'succeeded' | 'pending' };
  /** Seconds since the epoch. */
  now: () => number;
  /** URL of this server for browsers, without a trailing slash. */
  publicUrl: string;
  productName: string;
  secretKey: string;
  log: FastifyBaseLogger;
};

/** Makes all changes or none, then begins to deliver the events among them. @returns `announced`, the first delivery of each */
export async function commit(checkout: Checkout, changes: CheckoutChange[]): Promise<{ announced: Promise<unknown> }> {
  await checkout.records.write(changes);
  const events = changes.flatMap((change) => (change.kind === 'events' ? [change.record.id] : []));
  return { announced: Promise.all(events.map((id) => checkout.webhooks.deliver(id))) };
}
