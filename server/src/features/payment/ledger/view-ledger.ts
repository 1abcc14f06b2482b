import type { Query } from '@keepsake/contract/endpoint';
import type { LedgerEntry, listLedger, Order, Comparison, Difference } from '@keepsake/contract/orders/ledger';
import { limits } from '@keepsake/contract/limits';
import { toMajor } from '@keepsake/contract/orders/money';
import { currency as currencies } from '@keepsake/contract/primitives';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import type { Queryable } from '../../../platform/database/db.ts';
import { PaymentsError } from '../../../providers/payment/payments.ts';
import { owedFilmsOfBucket } from '../../films/owed-film.queries.ts';
import { namesOfActors } from '../../journal/audit.queries.ts';
import { compareLedger } from './compare-ledger.ts';
import {
  lastCheck,
  periodOfDays,
  openDifferences,
  type LastCheck,
  type OpenDifference,
} from './ledger-check.queries.ts';
import { countLedger, ledgerPage, type LedgerRow } from './ledger-page.queries.ts';
import { refundsUnderWay } from '../refunds/refund.queries.ts';
import { effectsOfOrder, factsOfOrder, paymentsOfOrder } from './order-money.queries.ts';

/** One page of the ledger. */
export async function viewLedger(
  db: Queryable,
  filter: Query<typeof listLedger>,
): Promise<{ data: LedgerEntry[]; total: number; more: boolean }> {
  const [rows, counted] = await Promise.all([ledgerPage(db, filter), countLedger(db, filter)]);
  const actors = rows.flatMap(({ recordedBy }) => recordedBy ?? []);
  const names = actors.length > 0 ? await namesOfActors(db, actors) : new Map<string, string>();
  return { data: rows.map((row) => viewEntry(row, names)), ...counted };
}

/** Payments, refunds, films and owed films of a bucket. @throws AppError not_found */
export async function viewOrder(db: Queryable, bucketId: string): Promise<Order> {
  const facts = await factsOfOrder(db, bucketId);
  if (!facts) throw new AppError('not_found');
  const payments = await paymentsOfOrder(db, bucketId);
  const underWay = await refundsUnderWay(
    db,
    payments.map(({ paymentIntent }) => paymentIntent),
  );
  const effects = await effectsOfOrder(db, bucketId);
  const owed = await owedFilmsOfBucket(db, bucketId);
  const entries = await viewLedger(db, { page: 1, limit: limits.pageLimitMax, order: bucketId });
  return {
    id: bucketId,
    paidAt: facts.paidAt?.toISOString() ?? null,
    deleted: facts.deleted,
    archived: facts.archived,
    payments: payments.map(({ paymentIntent, fulfilled, currency, charged, refunded }) => ({
      payment: paymentIntent,
      fulfilled,
      currency,
      charged: inMajor(charged, currency),
      refunded: inMajor(refunded, currency),
      left: inMajor(Math.max(0, charged - refunded - (underWay.get(paymentIntent) ?? 0)), currency),
    })),
    effects: effects.map(({ photoId, highest, ...effect }) => ({
      ...effect,
      contentId: photoId,
      room: limits.varietyMax - highest,
    })),
    owed: owed.map(({ id, photoId, failureCode, owedAt }) => ({
      id,
      contentId: photoId,
      failureCode,
      owedAt: owedAt.toISOString(),
    })),
    entries: entries.data,
  };
}

/** Major units; minor units for a currency that we do not sell in, whose number of decimals is unknown. */
export function inMajor(amount: number, code: string | null): number {
  const known = currencies.safeParse(code);
  return known.success ? toMajor(amount, known.data) : amount;
}

function viewEntry(row: LedgerRow, names: Map<string, string>): LedgerEntry {
  const { at, amount, bucketId, recordedBy, ...entry } = row;
  return {
    ...entry,
    at: at.toISOString(),
    amount: inMajor(amount, entry.currency),
    order: bucketId,
    by: recordedBy === null ? null : (names.get(recordedBy) ?? null),
  };
}

const maxDays = 31;
const dayMs = 86_400_000;

/** The last nightly comparison with its open differences; null before the first one. */
export async function lastComparison({ db }: Deps): Promise<Comparison | null> {
  const check = await lastCheck(db);
  if (!check) return null;
  return view(check, await openDifferences(db));
}

/** Compares these UTC days with the provider's records now. @throws AppError period_not_usable, ledger_not_compared */
export async function compareDays(deps: Deps, fromDay: string, toDay: string): Promise<Comparison> {
  const { checkedAt, from, to } = await periodOfDays(deps.db, fromDay, toDay);
  const days = (Date.parse(toDay) - Date.parse(fromDay)) / dayMs + 1;
  if (days < 1 || days > maxDays || to <= from) throw new AppError('period_not_usable');
  try {
    const { charges, refunds, disputes, differences } = await compareLedger(deps, { from, to });
    const found = differences.map((difference) => ({ ...difference, foundAt: null }));
    return view({ checkedAt, from, to, charges, refunds, disputes }, found);
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error;
    deps.log.warn({ err: error }, 'ledger comparison failed');
    throw new AppError('ledger_not_compared', { cause: error, retryAfter: 30 });
  }
}

type Shown = Omit<OpenDifference, 'foundAt'> & { foundAt: Date | null };

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
