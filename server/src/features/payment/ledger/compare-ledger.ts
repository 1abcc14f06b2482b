import type { Difference } from '@keepsake/contract/orders/ledger';
import type { Deps } from '../../../deps.ts';
import type { Queryable } from '../../../platform/database/db.ts';
import type { BookedPayment, BookedRefund, Period, BookedDispute } from '../../../providers/payment/payments.ts';
import {
  chargesIn,
  chargesOf,
  refundsIn,
  refundsOf,
  disputesIn,
  disputesOf,
  undecidedDisputes,
  isOurPayment,
  type LedgerCharge,
  type LedgerRefund,
  type LedgerDispute,
} from './ledger.queries.ts';

export interface FoundDifferences {
  charges: number;
  refunds: number;
  disputes: number;
  differences: FoundDifference[];
}

/**
 * Compares the ledger entries of a period with the provider's records. An entry that one side lacks is looked up individually before it counts as a
 * difference, because the two clocks may differ at the ends of the period. Payments of other shops on the same account are ignored.
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

/** Compares one payment, refund or dispute again. @throws PaymentsError */
export async function compareSingleEntry(
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

/**
 * Compares disputes of a period, and their outcomes, with the provider's; also earlier ones whose outcome our ledger lacks, because banks take months.
 * @throws PaymentsError
 */
async function compareDisputes(deps: Deps, period: Period): Promise<Side> {
  const { db, payments } = deps;
  return compareOurs<LedgerDispute, BookedDispute>(db, {
    theirs: payments.listDisputes(period),
    oursOf: (references) => disputesOf(db, references),
    expected: [...(await disputesIn(db, period)), ...(await undecidedDisputes(db, period.from))],
    lookUp: (reference) => payments.getDispute(reference),
    differencesOf,
  });
}

/** The current differences of one dispute. @throws PaymentsError */
async function compareDispute(deps: Deps, reference: string): Promise<FoundDifference[]> {
  const [ours] = await disputesOf(deps.db, [reference]);
  return differencesOf(reference, ours, await deps.payments.getDispute(reference));
}

function differencesOf(reference: string, ours?: LedgerDispute, theirs?: BookedDispute): FoundDifference[] {
  const order = { bucketId: ours?.bucketId ?? null, sessionId: null };
  const opened = differenceOf('dispute', reference, ours, theirs, order);
  // A lost dispute can be won on appeal, so an outcome in our ledger that the provider no longer reports is not a difference; only an outcome that
  // the provider reports and our ledger lacks is one.
  const end = ours && theirs?.end;
  const ended = end && !ours.ends.includes(end) ? differenceOf(end, reference, undefined, theirs, order) : undefined;
  return [opened, ended].filter((difference) => difference !== undefined);
}

interface Books<Ours, Theirs> {
  /** The provider's records, page by page; those of other shops are left out. */
  theirs: AsyncIterable<Theirs[]>;
  oursOf(references: string[]): Promise<Ours[]>;
  /** Our entries that the provider must have, in its list or at a lookup. */
  expected: Ours[];
  lookUp(reference: string): Promise<Theirs | undefined>;
  differencesOf(reference: string, ours?: Ours, theirs?: Theirs): FoundDifference[];
}

/** Compares our refunds or disputes with the provider's records, in both directions. @throws PaymentsError */
async function compareOurs<
  Ours extends { reference: string },
  Theirs extends { id: string; paymentIntent: string | null },
>(db: Queryable, { theirs, oursOf, expected, lookUp, differencesOf }: Books<Ours, Theirs>): Promise<Side> {
  const seen = new Set<string>();
  const differences: FoundDifference[] = [];
  for await (const page of theirs) {
    const ours = byReference(await oursOf(page.map(({ id }) => id)));
    for (const booked of page) {
      const own = ours.get(booked.id);
      if (!own && !(booked.paymentIntent && (await isOurPayment(db, booked.paymentIntent)))) continue;
      seen.add(booked.id);
      differences.push(...differencesOf(booked.id, own, booked));
    }
  }
  for (const own of expected) {
    if (seen.has(own.reference)) continue;
    seen.add(own.reference);
    differences.push(...differencesOf(own.reference, own, await lookUp(own.reference)));
  }
  return { compared: seen.size, differences };
}

export interface FoundDifference {
  about: Difference['about'];
  kind: Difference['kind'];
  reference: string;
  bucketId: string | null;
  /** Minor units. */
  ours: number | null;
  theirs: number | null;
  currency: string;
  /** The session to look up, if our ledger lacks the payment. */
  sessionId: string | null;
}

/** The number of compared entries of one kind, and the differences found. */
interface Side {
  compared: number;
  differences: FoundDifference[];
}

interface Sum {
  amount: number;
  currency: string;
}

/** The difference between a ledger entry and the provider's record of it; undefined if they agree. */
export function differenceOf(
  about: FoundDifference['about'],
  reference: string,
  ours: Sum | undefined,
  theirs: Sum | undefined,
  order: Pick<FoundDifference, 'bucketId' | 'sessionId'>,
): FoundDifference | undefined {
  const either = ours ?? theirs;
  if (!either) return undefined;
  if (ours && theirs && ours.amount === theirs.amount && ours.currency === theirs.currency) return undefined;
  const kind = !ours ? 'missing_here' : !theirs ? 'missing_there' : 'amount';
  const amounts = { ours: ours?.amount ?? null, theirs: theirs?.amount ?? null, currency: either.currency };
  return { about, kind, reference, ...order, ...amounts };
}

function byReference<T extends { reference: string }>(rows: T[]): Map<string, T> {
  return new Map(rows.map((row) => [row.reference, row]));
}
