import * as z from 'zod/mini';
import type { Deps } from '../../deps.ts';
import { defineJob, type Schedule } from '../../job.ts';
import type { Tx } from '../../platform/db.ts';
import { startRun, type TaskRun } from '../journal/start-run.ts';
import { checkoutsToEnd, type SweptCheckout } from '../checkouts/checkout.queries.ts';
import { followNews } from './follow-news.ts';
import { openSession } from '../checkouts/open-session.ts';
import { closeCheckout, endUnpaid } from './settle-session.ts';

const pageSize = 100;
/** How many sessions the provider is asked about at once. */
const atOnce = 5;

/**
 * Finds what the provider's events did not tell us: a lost one costs minutes, not an order. The provider's list of what happened says
 * which sessions to look up, so that an open session costs nothing; sessions that nobody may pay any more are closed.
 */
export const sweepPaymentsJob = defineJob({
  name: 'sweep-payments',
  payload: z.object({}),
  maxAttempts: 1,
  run: async (_payload, deps, { signal }) => {
    const run = startRun(deps.clock, 'payment-reconciliation');
    const noteFailure = (error: unknown) => failed(deps, run, error);
    for await (const handful of checkoutsInHandfuls(deps, signal)) {
      const results = await Promise.allSettled(handful.map((checkout) => end(deps, checkout, run)));
      for (const result of results) if (result.status === 'rejected') await noteFailure(result.reason);
    }
    await followNews(deps, run, { signal, atOnce, noteFailure }).catch(noteFailure);
  },
});

export const sweepPaymentsSchedule: Schedule = {
  job: sweepPaymentsJob,
  everyMs: (config) => config.PAYMENT_SWEEP_MS,
};

/** Until all were seen or the process stops. */
async function* checkoutsInHandfuls(deps: Deps, signal: AbortSignal): AsyncGenerator<SweptCheckout[]> {
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

/** Ends that are found are counted with what follows from them: paid, failed, over. */
async function end(deps: Deps, checkout: SweptCheckout, run: TaskRun): Promise<void> {
  const { id, state, sessionId } = checkout;
  const count = (tx: Tx) => run.count(tx, { items: 1 });
  if (state === 'creating' && checkout.ending) {
    // Nobody was ever sent to a page of a checkout that did not get further: now its time is over.
    await endUnpaid(deps, id, 'failed', count);
  } else if (sessionId === null && checkout.current) {
    await openSession(deps, checkout);
  } else {
    await closeCheckout(deps, checkout, count);
  }
}

async function failed(deps: Deps, run: TaskRun, error: unknown): Promise<void> {
  deps.log.warn({ err: error }, 'payment session could not be swept');
  await run.fail(deps.db, error instanceof Error ? error.message : String(error));
}
