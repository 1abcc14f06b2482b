import type { Deps } from '../../../deps.ts';
import type { BookedDispute, Period } from '../../../providers/payment/payments.ts';
import { compareOurs } from './compare-ours.ts';
import { disputesIn, disputesOf, undecidedDisputes, type LedgerDispute } from './ledger-compare.queries.ts';
import { differenceOf, type FoundDifference, type Side } from './ledger-difference.ts';

/**
 * Holds our disputes of a period against the provider's own, and how they ended; likewise those that began before it and of whose end we
 * know nothing, as banks take months. @throws PaymentsError
 */
export async function compareDisputes(deps: Deps, period: Period): Promise<Side> {
  const { db, payments } = deps;
  return compareOurs<LedgerDispute, BookedDispute>(db, {
    theirs: payments.listDisputes(period),
    oursOf: (references) => disputesOf(db, references),
    expected: [...(await disputesIn(db, period)), ...(await undecidedDisputes(db, period.from))],
    lookUp: (reference) => payments.getDispute(reference),
    differencesOf,
  });
}

/** In what one dispute differs still. @throws PaymentsError */
export async function compareDispute(deps: Deps, reference: string): Promise<FoundDifference[]> {
  const [ours] = await disputesOf(deps.db, [reference]);
  return differencesOf(reference, ours, await deps.payments.getDispute(reference));
}

function differencesOf(reference: string, ours?: LedgerDispute, theirs?: BookedDispute): FoundDifference[] {
  const order = { bucketId: ours?.bucketId ?? null, sessionId: null };
  const opened = differenceOf('dispute', reference, ours, theirs, order);
  // One that was lost can be won on appeal: an end of ours that is not theirs any more is none too many.
  const end = ours && theirs?.end;
  const ended = end && !ours.ends.includes(end) ? differenceOf(end, reference, undefined, theirs, order) : undefined;
  return [opened, ended].filter((difference) => difference !== undefined);
}
