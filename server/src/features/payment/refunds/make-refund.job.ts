import type { Deps } from '../../../deps.ts';
import { defineJob } from '../../../job.ts';
import { PaymentsError, type ProviderRefund } from '../../../providers/payment/payments.ts';
import { alertAdmins } from '../../journal/queue-mail.ts';
import { recordError, recordErrorOnce } from '../../journal/error-log.queries.ts';
import { jobType, makeRefundLater } from '../../journal/queued-jobs.ts';
import { applyRefund, firstPendingMs } from './apply-refund.ts';
import {
  ageOfRequest,
  markRefundSent,
  markRefused,
  overdueRefunds,
  postponeRefund,
  refundById,
  type RefundRow,
} from './refund.queries.ts';

/**
 * Advances a refund by one step. The provider must make one refund per request: the intent is recorded before the request is sent, the idempotency
 * key never changes, and the request is repeated only if the provider's list does not contain the refund and the provider still remembers the key.
 */
export const makeRefundJob = defineJob({
  ...jobType('make-refund'),
  run: async ({ refundId }, deps) => {
    const refund = await refundById(deps.db, refundId);
    if (refund?.state === 'requested') await request(deps, refund);
    else if (refund?.state === 'sent' || refund?.state === 'unknown') await findOrRepeat(deps, refund);
    else if (refund?.state === 'pending') await lookAtPending(deps, refund);
  },
});

/** Enqueues jobs for refunds whose job was lost. */
export async function wakeOverdueRefunds({ db }: Deps): Promise<void> {
  for (const id of await overdueRefunds(db, 100)) await makeRefundLater(db, id);
}

/** A request is sent within this time after its intent was recorded, or not at all: a process that was suspended must not send it later. */
const sendWithinMs = 10_000;
/** How long a request may take before its refund counts as overdue. */
const requestMs = 60_000;

async function request(deps: Deps, refund: RefundRow): Promise<void> {
  const { id: refundId, bucketId, paymentIntent, amount } = refund;
  const began = performance.now();
  if (!(await markRefundSent(deps.db, refund, requestMs))) return;
  if (performance.now() - began > sendWithinMs) return makeRefundLater(deps.db, refundId);
  let made: ProviderRefund;
  try {
    made = await deps.payments.createRefund({
      idempotencyKey: `refund-${refundId}`,
      refundId,
      bucketId,
      paymentIntent,
      amount,
    });
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error;
    return afterFailure(deps, refund, error);
  }
  await deps.db.transaction().execute((tx) => applyRefund(tx, deps, made));
}

async function findOrRepeat(deps: Deps, refund: RefundRow): Promise<void> {
  if (await isFound(deps, refund)) return;
  const age = await ageOfRequest(deps.db, refund.id);
  if (!age?.keyIsOld) return request(deps, refund);
  const text = 'The payment provider has no such refund a day after it was requested. Nothing was refunded.';
  await refuse(deps, refund, { code: 'never_arrived', text });
}

async function lookAtPending(deps: Deps, refund: RefundRow): Promise<void> {
  if (!(await isFound(deps, refund))) return;
  const age = await ageOfRequest(deps.db, refund.id);
  // A bank may take weeks; the event usually arrives before the next lookup.
  const waitMs = Math.min(6 * 3_600_000, Math.max(firstPendingMs, (age?.ageMs ?? 0) / 2));
  await deps.db.transaction().execute(async (tx) => {
    const isPending = await postponeRefund(tx, { id: refund.id, state: 'pending', reason: null, waitMs });
    if (isPending) await makeRefundLater(tx, refund.id, waitMs);
  });
}

/** Reads the provider's list of the payment's refunds, and records all of them. @returns false if this refund is not in it */
async function lookUp(deps: Deps, { id, paymentIntent, providerRef }: RefundRow): Promise<boolean> {
  const listed = await deps.payments.refundsOfPayment(paymentIntent);
  await deps.db.transaction().execute(async (tx) => {
    for (const made of listed.toReversed()) await applyRefund(tx, deps, made);
  });
  return listed.some((made) => made.refundId === id || made.id === providerRef);
}

/** As lookUp. If the provider does not answer, postpones the lookup and returns true. */
async function isFound(deps: Deps, refund: RefundRow): Promise<boolean> {
  try {
    return await lookUp(deps, refund);
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error;
    await postpone(deps, refund, error);
    return true;
  }
}

async function afterFailure(deps: Deps, refund: RefundRow, error: PaymentsError): Promise<void> {
  if (error.outcome !== 'refused') return postpone(deps, refund, error);
  try {
    // An earlier request may have been accepted, and refunds may have been made elsewhere: the list shows both.
    if (await lookUp(deps, refund)) return;
  } catch (lookUpError) {
    if (!(lookUpError instanceof PaymentsError)) throw lookUpError;
    if (refund.requests > 0) return postpone(deps, refund, lookUpError);
  }
  await refuse(deps, refund, error.refusal ?? { code: 'refused', text: error.message });
}

async function refuse(deps: Deps, refund: RefundRow, failure: { code: string; text: string }): Promise<void> {
  const { id, bucketId } = refund;
  await deps.db.transaction().execute(async (tx) => {
    if (!(await markRefused(tx, id, failure))) return;
    deps.log.warn({ refundId: id, failure }, 'refund refused');
    const errorMessage = `Set ${bucketId}: refund ${id} was not made: ${failure.text} (${failure.code})`;
    await recordError(tx, { moduleName: 'payment', errorMessage });
  });
}

const reportedAfterMs = 10 * 60_000;
const reportedEveryMinutes = 60;

/** After an unclear answer: looks the refund up again, with a backoff that doubles from one second to a minute. */
async function postpone(deps: Deps, refund: RefundRow, error: PaymentsError): Promise<void> {
  const { id, bucketId, requests, state } = refund;
  const age = (await ageOfRequest(deps.db, id))?.ageMs ?? 0;
  const waitMs = Math.min(60_000, Math.max(1000 * 2 ** Math.min(requests, 6), age / 4));
  deps.log.warn({ refundId: id, outcome: error.outcome, err: error }, 'no clear answer about a refund');
  const next = state === 'pending' ? 'pending' : 'unknown';
  await deps.db.transaction().execute(async (tx) => {
    if (!(await postponeRefund(tx, { id, state: next, reason: error.message.slice(0, 500), waitMs }))) return;
    await makeRefundLater(tx, id, waitMs);
    if (next === 'pending') return;
    const text = `Set ${bucketId}: it is not clear whether refund ${id} was made. It is looked up at the payment provider until that is clear, and never made twice.`;
    const errorMessage = `${text} ${error.message}`;
    await recordErrorOnce(tx, { moduleName: 'payment', errorMessage }, reportedEveryMinutes);
    if (age > reportedAfterMs) await alertAdmins(tx, { text, dedupeKey: `refund-unknown:${id}` });
  });
}
