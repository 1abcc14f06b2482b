import type { Deps } from '../../../deps.ts';
import type { BookedPayment, BookedRefund, Period } from '../../../providers/payment/payments.ts';
import { compareDispute, compareDisputes } from './compare-disputes.ts';
import { compareOurs } from './compare-ours.ts';
import {
  chargesIn,
  chargesOf,
  refundsIn,
  refundsOf,
  type LedgerCharge,
  type LedgerRefund,
} from './ledger-compare.queries.ts';
import { byReference, differenceOf, type FoundDifference, type Side } from './ledger-difference.ts';

export interface FoundDifferences {
  charges: number;
  refunds: number;
  disputes: number;
  differences: FoundDifference[];
}

/**
 * Holds our entries of a period against the provider's own books. Whatever one side lacks is looked for by itself before it counts: the two
 * clocks may put it on different sides of the period's ends. Payments of other shops on the same account are none of ours.
 * @throws PaymentsError
 */
export async function compareLedger(deps: Deps, period: Period): Promise<FoundDifferences> {
  const charges = await compareCharges(deps, period);
  const refunds = await compareRefunds(deps, period);
  const disputes = await compareDisputes(deps, period);
  return {
    charges: charges.compared,
    refunds: refunds.compared,
    disputes: disputes.compared,
    differences: [charges, refunds, disputes].flatMap(({ differences }) => differences),
  };
}

/** The same for one thing alone: whether it differs still. @throws PaymentsError */
export async function compareOne(
  deps: Deps,
  { about, reference }: Pick<FoundDifference, 'about' | 'reference'>,
): Promise<FoundDifference | undefined> {
  if (about === 'charge') {
    const [ours] = await chargesOf(deps.db, [reference]);
    return chargeDifference(reference, ours, await deps.payments.getPayment(reference));
  }
  if (about === 'refund') {
    const [ours] = await refundsOf(deps.db, [reference]);
    return refundDifference(reference, ours, await deps.payments.getRefund(reference));
  }
  return (await compareDispute(deps, reference)).find((difference) => difference.about === about);
}

async function compareCharges(deps: Deps, period: Period): Promise<Side> {
  const { db, payments } = deps;
  const seen = new Set<string>();
  const differences: FoundDifference[] = [];
  for await (const page of payments.listPayments(period)) {
    const due = page.filter(({ paidAt }) => paidAt < period.to);
    const ours = byReference(
      await chargesOf(
        db,
        due.map(({ paymentIntent }) => paymentIntent),
      ),
    );
    for (const theirs of due) {
      const { paymentIntent } = theirs;
      seen.add(paymentIntent);
      const own = ours.get(paymentIntent);
      if (own ?? theirs.checkoutId) add(differences, chargeDifference(paymentIntent, own, theirs));
    }
  }
  for (const own of await chargesIn(db, period)) {
    if (seen.has(own.reference)) continue;
    seen.add(own.reference);
    add(differences, chargeDifference(own.reference, own, await payments.getPayment(own.reference)));
  }
  return { compared: seen.size, differences };
}

async function compareRefunds(deps: Deps, period: Period): Promise<Side> {
  const { db, payments } = deps;
  return compareOurs<LedgerRefund, BookedRefund>(db, {
    theirs: payments.listRefunds(period),
    oursOf: (references) => refundsOf(db, references),
    expected: await refundsIn(db, period),
    lookUp: (reference) => payments.getRefund(reference),
    differencesOf: (...refund) => [refundDifference(...refund)].filter((difference) => difference !== undefined),
  });
}

function chargeDifference(reference: string, ours?: LedgerCharge, theirs?: BookedPayment): FoundDifference | undefined {
  return differenceOf('charge', reference, ours, theirs, {
    bucketId: ours?.bucketId ?? theirs?.bucketId ?? null,
    sessionId: theirs?.sessionId ?? null,
  });
}

function refundDifference(reference: string, ours?: LedgerRefund, theirs?: BookedRefund): FoundDifference | undefined {
  return differenceOf('refund', reference, ours, theirs, { bucketId: ours?.bucketId ?? null, sessionId: null });
}

function add(differences: FoundDifference[], difference: FoundDifference | undefined): void {
  if (difference) differences.push(difference);
}
