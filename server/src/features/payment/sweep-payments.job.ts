import * as z from 'zod/mini';
import type { Deps } from '../../deps.ts';
import { defineJob, type Schedule } from '../../job.ts';
import type { Tx } from '../../platform/db.ts';
import { startRun, type TaskRun } from '../monitoring/start-run.ts';
import { checkoutsToSweep, type SweptCheckout } from './checkout.queries.ts';
import { openSession } from './open-session.ts';
import { reportTrouble } from './report-trouble.ts';
import { closeCheckout, endUnpaid, follow } from './settle-session.ts';

const pageSize = 100;
/** How many sessions the provider is asked about at once. */
const atOnce = 5;

/** Asks the payment provider about every session that is not known to have ended: a lost event costs minutes, not an order. */
export const sweepPaymentsJob = defineJob({
  name: 'sweep-payments',
  payload: z.object({}),
  maxAttempts: 1,
  run: async (_payload, deps, job) => {
    const run = startRun(deps.clock, 'payment-reconciliation');
    for await (const handful of liveCheckouts(deps, job.signal)) {
      const results = await Promise.allSettled(handful.map((checkout) => sweep(deps, checkout, run)));
      for (const result of results) {
        if (result.status === 'rejected') await noteFailure(deps, run, result.reason);
      }
    }
  },
});

export const sweepPaymentsSchedule: Schedule = {
  job: sweepPaymentsJob,
  everyMs: (config) => config.PAYMENT_SWEEP_MS,
};

/** Live checkouts in handfuls, until all were seen or the process stops. */
async function* liveCheckouts(deps: Deps, signal: AbortSignal): AsyncGenerator<SweptCheckout[]> {
  let after: string | null = null;
  while (true) {
    const page: SweptCheckout[] = await checkoutsToSweep(deps.db, after, pageSize);
    for (let from = 0; from < page.length; from += atOnce) {
      if (signal.aborted) return;
      yield page.slice(from, from + atOnce);
    }
    after = page.at(-1)?.id ?? null;
    if (page.length < pageSize) return;
  }
}

/** Ends that are found are counted with what follows from them: paid, failed, over. */
async function sweep(deps: Deps, checkout: SweptCheckout, run: TaskRun): Promise<void> {
  const { id, state, sessionId } = checkout;
  const count = (tx: Tx) => run.count(tx, { items: 1 });
  if (state === 'creating' && checkout.ending) {
    // Nobody was ever sent to a page of a checkout that did not get further: now its time is over.
    await endUnpaid(deps, id, 'failed', count);
  } else if (sessionId === null) {
    await (checkout.current ? openSession(deps, checkout) : closeCheckout(deps, checkout, count));
  } else if (!checkout.processingAt && (!checkout.current || checkout.ending)) {
    await closeCheckout(deps, checkout, count);
  } else {
    const session = await reportTrouble(deps, { sessionId }, () => deps.payments.getSession(sessionId));
    await follow(deps, checkout, session, { count });
  }
}

async function noteFailure(deps: Deps, run: TaskRun, error: unknown): Promise<void> {
  deps.log.warn({ err: error }, 'payment session could not be swept');
  await run.fail(deps.db, error instanceof Error ? error.message : String(error));
}
