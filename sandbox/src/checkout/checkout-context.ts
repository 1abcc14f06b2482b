import type { FastifyBaseLogger } from 'fastify';
import type { CheckoutChange, CheckoutRecords } from './checkout-records.ts';
import type { Webhooks } from './webhooks.ts';

/** What every part of the checkout works with. */
export type Checkout = {
  records: CheckoutRecords;
  webhooks: Webhooks;
  /** Runs the work on one session, payment or key strictly in turn. */
  inTurn: <T>(key: string, work: () => Promise<T>) => Promise<T>;
  /** Idempotency keys of requests that are being worked on. */
  keysInUse: Set<string>;
  /** Sessions paid a moment ago, each with the shop's answer to that. */
  settling: Map<string, Promise<unknown>>;
  /** How long a bank debit takes; a test control changes it. */
  debits: { seconds: number };
  /** Seconds since the epoch. */
  now: () => number;
  /** How a browser reaches this server, without a slash at the end. */
  publicUrl: string;
  productName: string;
  secretKey: string;
  log: FastifyBaseLogger;
};

/** Makes all changes or none, then begins to deliver the events among them; the promise is their first try. */
export async function commit(checkout: Checkout, changes: CheckoutChange[]): Promise<{ announced: Promise<unknown> }> {
  await checkout.records.write(changes);
  const events = changes.flatMap((change) => (change.kind === 'events' ? [change.record.id] : []));
  return { announced: Promise.all(events.map((id) => checkout.webhooks.deliver(id))) };
}
