import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/db.ts';
import { appNow, endOfDay, later, startOfDay } from '../../../platform/database/expressions.ts';
import type { Period } from '../../../providers/payment/payments.ts';
import type { FoundDifferences, FoundDifference } from './compare-ledger.ts';

const hours = 3_600_000;
/** How far back a nightly comparison reaches; long enough for bank debits and late refunds. */
const comparedTime = 14 * 24 * hours;

const hourAgo = later(appNow, -hours);
/** 02:00 UTC of the last night. */
const lastNight = sql<Date>`date_trunc('day', ${later(appNow, -2 * hours)}, 'utc') + interval '2 hours'`;

/**
 * The period to compare, if no comparison was made since 02:00 UTC and an order is at least an hour old. It ends an hour ago, because newer entries
 * may not have reached both sides yet.
 */
export function duePeriod(db: Queryable): Promise<Period | undefined> {
  return db
    .selectNoFrom([later(appNow, -comparedTime).as('from'), hourAgo.as('to')])
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('ledgerChecks').where('checkedAt', '>=', lastNight).select('id'))),
    )
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('checkouts').where('sessionId', 'is not', null).where('createdAt', '<', hourAgo).select('id')),
    )
    .executeTakeFirst();
}

export async function recordCheck(tx: Tx, { from, to }: Period, found: FoundDifferences): Promise<void> {
  const { charges, refunds, disputes, differences } = found;
  await tx
    .insertInto('ledgerChecks')
    .values({
      checkedAt: appNow,
      periodFrom: from,
      periodTo: to,
      charges,
      refunds,
      disputes,
      differences: differences.length,
    })
    .execute();
}

/** Records a difference. @returns false if it was recorded before */
export async function recordDifference(tx: Tx, difference: FoundDifference): Promise<boolean> {
  const { kind, ours, theirs, currency, bucketId } = difference;
  const subject = subjectOf(difference);
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('ledgerDifferences')
    .values({ subject, kind, ours, theirs, currency, bucketId, foundAt: appNow })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 1n) return true;
  await tx
    .updateTable('ledgerDifferences')
    .where('subject', '=', subject)
    .where('kind', '=', kind)
    .set({ ours, theirs, goneAt: null })
    .execute();
  return false;
}

/** Marks a difference as resolved, or as replaced by one of another kind. */
export async function closeDifference(tx: Tx, difference: OpenDifference): Promise<void> {
  await tx
    .updateTable('ledgerDifferences')
    .where('subject', '=', subjectOf(difference))
    .where('kind', '=', difference.kind)
    .where('goneAt', 'is', null)
    .set({ goneAt: appNow })
    .execute();
}

function subjectOf({ about, reference }: Pick<FoundDifference, 'about' | 'reference'>): string {
  return `${about}:${reference}`;
}

export interface OpenDifference extends Omit<FoundDifference, 'sessionId' | 'currency'> {
  currency: string | null;
  foundAt: Date;
}

/** Unresolved differences, oldest first. */
export function openDifferences(db: Queryable): Promise<OpenDifference[]> {
  return db
    .selectFrom('ledgerDifferences')
    .where('goneAt', 'is', null)
    .select([
      sql<OpenDifference['about']>`split_part(subject, ':', 1)`.as('about'),
      sql<string>`substr(subject, strpos(subject, ':') + 1)`.as('reference'),
      'kind',
      'ours',
      'theirs',
      'currency',
      'bucketId',
      'foundAt',
    ])
    .orderBy('foundAt')
    .orderBy('subject')
    .orderBy('kind')
    .limit(200)
    .execute();
}

export interface LastCheck extends Period {
  checkedAt: Date;
  charges: number;
  refunds: number;
  disputes: number;
}

export function lastCheck(db: Queryable): Promise<LastCheck | undefined> {
  return db
    .selectFrom('ledgerChecks')
    .select(['checkedAt', 'periodFrom as from', 'periodTo as to', 'charges', 'refunds', 'disputes'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The period of these UTC days, both included, cut off an hour ago. */
export function periodOfDays(db: Queryable, from: string, to: string): Promise<Period & { checkedAt: Date }> {
  return db
    .selectNoFrom([
      startOfDay(from).as('from'),
      sql<Date>`least(${endOfDay(to)}, ${hourAgo})`.as('to'),
      appNow.as('checkedAt'),
    ])
    .executeTakeFirstOrThrow();
}
