import type { Difference } from '@keepsake/contract/ledger';

export interface FoundDifference {
  about: Difference['about'];
  kind: Difference['kind'];
  reference: string;
  bucketId: string | null;
  /** Minor units. */
  ours: number | null;
  theirs: number | null;
  currency: string;
  /** Of a payment that is missing here: its session can be looked up. */
  sessionId: string | null;
}

/** What was compared of one sort, and what of it differs. */
export interface Side {
  compared: number;
  differences: FoundDifference[];
}

interface Sum {
  amount: number;
  currency: string;
}

/** How a thing differs between our ledger and the provider's books; undefined where it does not. */
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

export function byReference<T extends { reference: string }>(rows: T[]): Map<string, T> {
  return new Map(rows.map((row) => [row.reference, row]));
}
