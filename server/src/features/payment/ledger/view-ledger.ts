import type { LedgerEntry, listLedger, Order } from '@keepsake/contract/ledger';
import type { Query } from '@keepsake/contract/endpoint';
import { limits } from '@keepsake/contract/limits';
import { toMajor } from '@keepsake/contract/money';
import { currency as currencies } from '@keepsake/contract/primitives';
import { AppError } from '../../../errors.ts';
import type { Queryable } from '../../../platform/db.ts';
import { namesOfActors } from '../../journal/audit.queries.ts';
import { openDebtsOf } from '../../films/owed-film.queries.ts';
import { countLedger, ledgerPage, type LedgerRow } from './ledger-page.queries.ts';
import { effectsOfOrder, factsOfOrder, paymentsOfOrder } from './order-money.queries.ts';

/** One page of the ledger. */
export async function viewLedger(
  db: Queryable,
  filter: Query<typeof listLedger>,
): Promise<{ data: LedgerEntry[]; total: number }> {
  const [rows, total] = await Promise.all([ledgerPage(db, filter), countLedger(db, filter)]);
  const actors = rows.flatMap(({ recordedBy }) => recordedBy ?? []);
  const names = actors.length > 0 ? await namesOfActors(db, actors) : new Map<string, string>();
  return { data: rows.map((row) => viewEntry(row, names)), total };
}

/** What a set paid and got back, which films it has and which are owed. @throws AppError not_found */
export async function viewOrder(db: Queryable, bucketId: string): Promise<Order> {
  const facts = await factsOfOrder(db, bucketId);
  if (!facts) throw new AppError('not_found');
  const payments = await paymentsOfOrder(db, bucketId);
  const effects = await effectsOfOrder(db, bucketId);
  const owed = await openDebtsOf(db, bucketId);
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
      left: inMajor(Math.max(0, charged - refunded), currency),
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

/** Of a currency that we do not sell in, minor units: nobody here knows how many make a major one. */
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
