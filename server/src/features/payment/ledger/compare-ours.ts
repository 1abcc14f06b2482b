import type { Queryable } from '../../../platform/db.ts';
import { isOurPayment } from './ledger-compare.queries.ts';
import { byReference, type FoundDifference, type Side } from './ledger-difference.ts';

interface Books<Ours, Theirs> {
  /** The provider's own, by the page; those of other business than ours do not count. */
  theirs: AsyncIterable<Theirs[]>;
  oursOf(references: string[]): Promise<Ours[]>;
  /** Ours that the provider has to know, in its list or looked up by themselves. */
  expected: Ours[];
  lookUp(reference: string): Promise<Theirs | undefined>;
  differencesOf(reference: string, ours?: Ours, theirs?: Theirs): FoundDifference[];
}

/** Holds what is about our payments, refunds or disputes, against the provider's books. @throws PaymentsError */
export async function compareOurs<
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
