import type { Comparison, Difference } from '@keepsake/contract/ledger';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { PaymentsError } from '../../../providers/payment/payments.ts';
import { compareLedger } from './compare-ledger.ts';
import {
  lastCheck,
  periodOfDays,
  standingDifferences,
  type LastCheck,
  type StandingDifference,
} from './ledger-check.queries.ts';
import { inMajor } from './view-ledger.ts';

const mostDays = 31;
const dayMs = 86_400_000;

/** What the last nightly comparison found and still stands; null before the first one. */
export async function lastBalance({ db }: Deps): Promise<Comparison | null> {
  const check = await lastCheck(db);
  if (!check) return null;
  return view(check, await standingDifferences(db));
}

/** Compares days of UTC now. @throws AppError period_not_usable, ledger_not_compared */
export async function balanceOfDays(deps: Deps, fromDay: string, toDay: string): Promise<Comparison> {
  const { checkedAt, from, to } = await periodOfDays(deps.db, fromDay, toDay);
  const days = (Date.parse(toDay) - Date.parse(fromDay)) / dayMs + 1;
  if (days < 1 || days > mostDays || to <= from) throw new AppError('period_not_usable');
  try {
    const { charges, refunds, disputes, differences } = await compareLedger(deps, { from, to });
    const found = differences.map((difference) => ({ ...difference, foundAt: null }));
    return view({ checkedAt, from, to, charges, refunds, disputes }, found);
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error;
    deps.log.warn({ err: error }, 'the ledger could not be compared');
    throw new AppError('ledger_not_compared', { cause: error, retryAfter: 30 });
  }
}

type Shown = Omit<StandingDifference, 'foundAt'> & { foundAt: Date | null };

function view(check: LastCheck, differences: Shown[]): Comparison {
  const { checkedAt, from, to, charges, refunds, disputes } = check;
  return {
    checkedAt: checkedAt.toISOString(),
    from: from.toISOString(),
    to: to.toISOString(),
    charges,
    refunds,
    disputes,
    differences: differences.map(viewDifference),
  };
}

function viewDifference({ about, kind, reference, bucketId, ours, theirs, currency, foundAt }: Shown): Difference {
  return {
    about,
    kind,
    reference,
    order: bucketId,
    ours: ours === null ? null : inMajor(ours, currency),
    theirs: theirs === null ? null : inMajor(theirs, currency),
    currency,
    foundAt: foundAt?.toISOString() ?? null,
  };
}
