import * as z from 'zod/mini';
import type { Deps } from '../../deps.ts';
import { defineJob, type Schedule } from '../../job.ts';
import type { Tx } from '../../platform/database/db.ts';
import { PaymentsError } from '../../providers/payment/payments.ts';
import { callReportingErrors } from '../checkouts/call-payment-provider.ts';
import type { Checkout } from '../checkouts/checkout.queries.ts';
import {
  checkoutsToEnd,
  claimLookUps,
  openCheckoutsWithEvents,
  type SweptCheckout,
} from '../checkouts/due-checkout.queries.ts';
import { openSession } from '../checkouts/open-session.ts';
import { settleSessionLater } from '../journal/queued-jobs.ts';
import { startRun, type TaskRun } from '../journal/start-run.ts';
import { eventCursor, setEventCursor } from './payment.queries.ts';
import { closeCheckout, endUnpaid, applySessionState } from './settle-session.job.ts';
import { wakeOverdueRefunds } from './refunds/make-refund.job.ts';
import { describeError } from '../../platform/database/describe-error.ts';

const pageSize = 100;
/** Sessions that are looked up concurrently. */
const atOnce = 5;

/**
 * Finds payments whose event was lost, so that a lost event delays an order only by minutes. Only sessions that appear in the provider's event list
 * are looked up, so that open sessions cost no requests. Sessions that must not be paid any more are closed.
 */
export const sweepPaymentsJob = defineJob({
  name: 'sweep-payments',
  payload: z.object({}),
  maxAttempts: 1,
  run: async (_payload, deps, { signal }) => {
    const run = startRun('payment-reconciliation');
    const noteFailure = (error: unknown) => recordFailure(deps, run, error);
    for await (const batch of checkoutsInBatches(deps, signal)) {
      const results = await Promise.allSettled(batch.map((checkout) => settleOrEnd(deps, checkout, run)));
      for (const result of results) if (result.status === 'rejected') await noteFailure(result.reason);
    }
    await wakeOverdueRefunds(deps);
    await settleSessionsFromEvents(deps, run, { signal, atOnce, noteFailure }).catch(noteFailure);
  },
});

export const sweepPaymentsSchedule: Schedule = {
  job: sweepPaymentsJob,
  everyMs: (config) => config.PAYMENT_SWEEP_MS,
};

/** Yields the checkouts to end, `atOnce` at a time, until there are no more or the process stops. */
async function* checkoutsInBatches(deps: Deps, signal: AbortSignal): AsyncGenerator<SweptCheckout[]> {
  let after: string | null = null;
  while (true) {
    const page: SweptCheckout[] = await checkoutsToEnd(deps.db, after, pageSize);
    for (let from = 0; from < page.length; from += atOnce) {
      if (signal.aborted) return;
      yield page.slice(from, from + atOnce);
    }
    after = page.at(-1)?.id ?? null;
    if (page.length < pageSize) return;
  }
}

/** Settles or ends one checkout by its state; the outcome is counted in the transaction that writes it. */
async function settleOrEnd(deps: Deps, checkout: SweptCheckout, run: TaskRun): Promise<void> {
  const { id, state, sessionId } = checkout;
  const count = (tx: Tx) => run.count(tx, { items: 1 });
  if (state === 'creating' && checkout.ending) {
    // No customer was sent to the payment page of this checkout, and the lifetime of its session is over.
    await endUnpaid(deps, id, 'failed', count);
  } else if (sessionId === null && checkout.current) {
    await openSession(deps, checkout);
  } else {
    await closeCheckout(deps, checkout, count);
  }
}

async function recordFailure(deps: Deps, run: TaskRun, error: unknown): Promise<void> {
  deps.log.warn({ err: error }, 'payment session could not be reconciled');
  await run.fail(deps.db, describeError(error));
}

/** The provider's list may show an event after later ones, so this many milliseconds are read again. */
const overlapMs = 10 * 60_000;
/** Number of pages to read if there is no cursor yet. */
const firstPages = 10;
/** Number of sessions looked up per sweep if the API key may not read the event list. */
const maxLookUps = 100;

interface Options {
  signal: AbortSignal;
  /** Concurrent lookups. */
  atOnce: number;
  noteFailure: (error: unknown) => Promise<void>;
}

/**
 * Looks up the live sessions that appear in the provider's event list. If the API key may not read that list, looks up every open session instead.
 * @throws PaymentsError if the list cannot be read
 */
async function settleSessionsFromEvents(deps: Deps, run: TaskRun, options: Options): Promise<void> {
  try {
    await callReportingErrors(deps, { sessionId: null }, () => readNewEvents(deps, run, options));
  } catch (error) {
    const hasNoList = error instanceof PaymentsError && (error.outcome === 'refused' || error.outcome === 'unreadable');
    if (!hasNoList) throw error;
    await lookUpAll(deps, run, await claimLookUps(deps.db, maxLookUps), options);
  }
}

async function readNewEvents(deps: Deps, run: TaskRun, options: Options): Promise<void> {
  const { db, payments } = deps;
  if (options.signal.aborted) return;
  const seen = await eventCursor(db);
  // The provider's clock may have been ahead: never start from a time in the future.
  const since = seen && new Date(Math.min(seen.getTime(), Date.now()) - overlapMs);
  let [newest, pages] = [seen, 0];
  for await (const page of payments.listSessionEvents(since)) {
    const [latest] = page;
    if (latest && (newest === undefined || latest.at > newest)) newest = latest.at;
    await lookUpAll(deps, run, await openCheckoutsWithEvents(db, page), options);
    if (options.signal.aborted) return;
    pages += 1;
    if (since === undefined && pages >= firstPages) break;
  }
  if (newest) await setEventCursor(db, newest);
}

async function lookUpAll(deps: Deps, run: TaskRun, checkouts: Checkout[], options: Options): Promise<void> {
  const { signal, atOnce, noteFailure } = options;
  for (let from = 0; from < checkouts.length && !signal.aborted; from += atOnce) {
    const batch = checkouts.slice(from, from + atOnce);
    const results = await Promise.allSettled(batch.map((checkout) => lookUp(deps, run, checkout)));
    for (const result of results) if (result.status === 'rejected') await noteFailure(result.reason);
  }
}

/** A failed lookup is retried by a job, because the next sweep starts after it. */
async function lookUp(deps: Deps, run: TaskRun, checkout: Checkout): Promise<void> {
  const known = checkout.sessionId;
  if (known === null) return;
  try {
    const session = await callReportingErrors(deps, { sessionId: known }, () => deps.payments.getSession(known));
    await applySessionState(deps, checkout, session, { count: (tx: Tx) => run.count(tx, { items: 1 }) });
  } catch (error) {
    await settleSessionLater(deps.db, known, { keepTime: true });
    throw error;
  }
}
