import { decimals } from '@keepsake/contract/orders/money';
import { currency as currencies } from '@keepsake/contract/primitives';
import * as z from 'zod/mini';
import type { Deps } from '../../../deps.ts';
import { defineJob, type Schedule } from '../../../job.ts';
import type { Tx } from '../../../platform/database/db.ts';
import { PaymentsError, type Period } from '../../../providers/payment/payments.ts';
import { settleSessionLater } from '../../journal/queued-jobs.ts';
import { alertAdmins } from '../../journal/queue-mail.ts';
import { recordError, recordErrorOnce } from '../../journal/error-log.queries.ts';
import { recordRun } from '../../journal/task-run.queries.ts';
import { compareLedger, compareSingleEntry, type FoundDifferences, type FoundDifference } from './compare-ledger.ts';
import {
  closeDifference,
  duePeriod,
  recordDifference,
  recordCheck,
  openDifferences,
  type OpenDifference,
} from './ledger-check.queries.ts';
import { inMajor } from './view-ledger.ts';

/** Compares the ledger with the payment provider's records every night and notifies administrators once of each difference found. */
export const compareLedgerJob = defineJob({
  name: 'compare-ledger',
  payload: z.object({}),
  maxAttempts: 1,
  run: async (_payload, deps) => {
    const period = await duePeriod(deps.db);
    if (!period) return;
    const started = performance.now();
    try {
      const found = await compareLedger(deps, period);
      const gone = await findResolvedDifferences(deps, found);
      await deps.db.transaction().execute((tx) => saveComparison(tx, deps, { period, found, gone, started }));
    } catch (error) {
      if (!(error instanceof PaymentsError)) throw error;
      await noteOutage(deps, error, performance.now() - started);
    }
  },
});

export const compareLedgerSchedule: Schedule = {
  job: compareLedgerJob,
  everyMs: (config) => config.RETENTION_SWEEP_MS,
};

/**
 * Open differences that this comparison did not find again: they are resolved, or concern an entry before the period. Each is checked again
 * individually.
 */
async function findResolvedDifferences(deps: Deps, { differences }: FoundDifferences): Promise<OpenDifference[]> {
  const gone: OpenDifference[] = [];
  for (const openDifference of await openDifferences(deps.db)) {
    const isSame = (other: FoundDifference) =>
      other.about === openDifference.about &&
      other.reference === openDifference.reference &&
      other.kind === openDifference.kind;
    if (differences.some(isSame)) continue;
    if ((await compareSingleEntry(deps, openDifference))?.kind !== openDifference.kind) gone.push(openDifference);
  }
  return gone;
}

interface Result {
  period: Period;
  found: FoundDifferences;
  gone: OpenDifference[];
  started: number;
}

async function saveComparison(tx: Tx, deps: Deps, { period, found, gone, started }: Result): Promise<void> {
  for (const openDifference of gone) await closeDifference(tx, openDifference);
  for (const difference of found.differences) {
    if (await recordDifference(tx, difference)) await reportDifference(tx, deps, difference);
    // A payment whose event was lost: its session is settled as if the event had arrived.
    const { kind, sessionId } = difference;
    if (kind === 'missing_here' && sessionId !== null) await settleSessionLater(tx, sessionId);
  }
  await recordCheck(tx, period, found);
  const items = found.charges + found.refunds + found.disputes;
  const differing = new Set(found.differences.map(({ reference }) => reference));
  await recordRun(tx, {
    taskType: 'ledger-comparison',
    itemsProcessed: items,
    successCount: items - differing.size,
    durationMs: performance.now() - started,
    errors: found.differences.map((difference) => runError(describe(difference))),
  });
}

async function reportDifference(tx: Tx, deps: Deps, difference: FoundDifference): Promise<void> {
  const text = describe(difference);
  const { about, kind, reference } = difference;
  deps.log.error({ difference }, 'ledger differs from the payment provider');
  await recordError(tx, { moduleName: 'ledger', errorMessage: text });
  await alertAdmins(tx, { text, dedupeKey: `ledger:${kind}:${about}:${reference}` });
}

async function noteOutage(deps: Deps, error: PaymentsError, durationMs: number): Promise<void> {
  const errorMessage = `The ledger could not be compared with the payment provider: ${error.message}`;
  deps.log.warn({ err: error }, 'ledger comparison failed');
  await recordErrorOnce(deps.db, { moduleName: 'ledger', errorMessage }, 24 * 60);
  const errors = [runError(errorMessage)];
  await recordRun(deps.db, {
    taskType: 'ledger-comparison',
    itemsProcessed: 1,
    successCount: 0,
    durationMs,
    errors,
  });
}

const sentences: Record<FoundDifference['kind'], (what: string, ours: string, theirs: string) => string> = {
  missing_here: (what, _ours, theirs) => `${what} of ${theirs} is at the payment provider but not in the ledger.`,
  missing_there: (what, ours) => `${what} of ${ours} is in the ledger but not at the payment provider.`,
  amount: (what, ours, theirs) => `${what} is ${ours} in the ledger and ${theirs} at the payment provider.`,
};

const things: Record<FoundDifference['about'], string> = {
  charge: 'Payment',
  refund: 'Refund',
  dispute: 'Dispute',
  dispute_won: 'The end (won) of dispute',
  dispute_lost: 'The end (lost) of dispute',
  dispute_closed: 'The end (closed) of dispute',
};

function describe({ about, kind, reference, bucketId, ours, theirs, currency }: FoundDifference): string {
  const sentence = sentences[kind](`${things[about]} ${reference}`, inWords(ours, currency), inWords(theirs, currency));
  return `${bucketId === null ? '' : `Set ${bucketId}: `}${sentence}`;
}

function inWords(amount: number | null, code: string): string {
  if (amount === null) return 'nothing';
  const known = currencies.safeParse(code);
  return known.success
    ? `${inMajor(amount, code).toFixed(decimals[known.data])} ${code}`
    : `${amount} ${code} (minor units)`;
}

function runError(error: string) {
  return { error: error.slice(0, 500), attempt: 1 };
}
