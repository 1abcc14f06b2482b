import { sql, type Queryable, type Tx } from '../../../platform/database/db.ts';
import type { Period } from '../../../providers/payment/payments.ts';
import type { FoundDifferences, FoundDifference } from './compare-ledger.ts';

/** Days of the past that a nightly comparison covers: bank debits and late refunds are in them. */
const comparedDays = 14;

/**
 * The period of the comparison that is due: none since two o'clock of this night (UTC), and there is an order that is an hour old. It ends an
 * hour ago, so that nothing on its way counts.
 */
export async function duePeriod(db: Queryable): Promise<Period | undefined> {
  return db.first<Period>(sql`
    with night as (
      select date_trunc('day', app_now() - interval '2 hours', 'utc') + interval '2 hours' as began
    )
    select app_now() - ${comparedDays}::int * interval '1 day' as "from", app_now() - interval '1 hour' as "to" from night
    where not exists (select 1 from ledger_checks where checked_at >= night.began)
      and exists (select 1 from checkouts where session_id is not null and created_at < app_now() - interval '1 hour')`);
}

export async function recordCheck(tx: Tx, { from, to }: Period, found: FoundDifferences): Promise<void> {
  const { charges, refunds, disputes, differences } = found;
  await tx.run(sql`
    insert into ledger_checks (checked_at, period_from, period_to, charges, refunds, disputes, differences)
    values (app_now(), ${from}, ${to}, ${charges}, ${refunds}, ${disputes}, ${differences.length})`);
}

/** Notes a difference. @returns whether it is the first time */
export async function noteDifference(tx: Tx, difference: FoundDifference): Promise<boolean> {
  const { about, kind, reference, ours, theirs, currency, bucketId } = difference;
  const subject = `${about}:${reference}`;
  const added = await tx.run(sql`
    insert into ledger_differences (subject, kind, ours, theirs, currency, bucket_id, found_at)
    values (${subject}, ${kind}, ${ours}, ${theirs}, ${currency}, ${bucketId}, app_now()) on conflict do nothing`);
  if (added === 1) return true;
  await tx.run(sql`
    update ledger_differences set ours = ${ours}, theirs = ${theirs}, gone_at = null where subject = ${subject} and kind = ${kind}`);
  return false;
}

/** Marks a difference as resolved, or replaced by one of another kind. */
export async function closeDifference(tx: Tx, { about, kind, reference }: OpenDifference): Promise<void> {
  await tx.run(sql`
    update ledger_differences set gone_at = app_now()
    where subject = ${`${about}:${reference}`} and kind = ${kind} and gone_at is null`);
}

export interface OpenDifference extends Omit<FoundDifference, 'sessionId' | 'currency'> {
  currency: string | null;
  foundAt: Date;
}

/** Differences that are not resolved, the oldest first. */
export function openDifferences(db: Queryable): Promise<OpenDifference[]> {
  return db.query(sql`
    select split_part(subject, ':', 1) as about, substr(subject, strpos(subject, ':') + 1) as reference, kind, ours, theirs, currency,
      bucket_id, found_at
    from ledger_differences where gone_at is null order by found_at, subject, kind limit 200`);
}

export interface LastCheck extends Period {
  checkedAt: Date;
  charges: number;
  refunds: number;
  disputes: number;
}

export function lastCheck(db: Queryable): Promise<LastCheck | undefined> {
  return db.first(sql`
    select checked_at, period_from as "from", period_to as "to", charges, refunds, disputes from ledger_checks order by id desc limit 1`);
}

/** Days of UTC as a period, at its end not younger than an hour. */
export async function periodOfDays(db: Queryable, from: string, to: string): Promise<Period & { checkedAt: Date }> {
  const row = await db.first<Period & { checkedAt: Date }>(sql`
    select ${from}::date::timestamp at time zone 'utc' as "from",
      least((${to}::date + 1)::timestamp at time zone 'utc', app_now() - interval '1 hour') as "to", app_now() as checked_at`);
  if (!row) throw new Error('The period was not worked out');
  return row;
}
