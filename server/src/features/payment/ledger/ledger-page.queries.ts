import type { LedgerKind, listLedger } from '@keepsake/contract/ledger';
import type { Query } from '@keepsake/contract/endpoint';
import type { Translated } from '@keepsake/contract/primitives';
import { sql, type Queryable, type Sql } from '../../../platform/database/db.ts';

export interface LedgerRow {
  id: string;
  at: Date;
  kind: LedgerKind;
  /** Minor units. */
  amount: number;
  currency: string | null;
  reference: string | null;
  payment: string | null;
  bucketId: string | null;
  note: string | null;
  recordedBy: string | null;
  joined: string | null;
  films: number;
  effect: Translated | null;
}

type Filter = Query<typeof listLedger>;

/** What the provider stated and what administrators recorded, newest first. */
export function ledgerPage(db: Queryable, filter: Filter): Promise<LedgerRow[]> {
  const { page, limit } = filter;
  const arms = armsOf(filter);
  // Each arm gives its newest by its own index; of those together the page is taken, and only its rows are joined with anything.
  return db.query(sql`
    with newest as (
      (select * from (${arms.told}) told order by at desc, id desc limit ${page * limit})
      union all
      (select * from (${arms.recorded}) recorded order by at desc, id desc limit ${page * limit})
    ), shown as (
      select * from newest order by at desc, id desc limit ${limit} offset ${(page - 1) * limit}
    )
    select shown.id, at, kind, amount, currency, reference, payment, note, recorded_by, films, effect,
      coalesce(bucket_id, (
        select c.bucket_id from checkouts c where c.payment_intent = shown.payment or c.id = shown.checkout_id
        order by c.payment_intent limit 1)) as bucket_id,
      case when kind = 'refund_recorded' then (
        select j.provider_ref from recorded_refund_joins j
        where j.payment_intent = shown.payment and j.credit_id::text = shown.id) end as joined
    from shown order by at desc, id desc`);
}

export async function countLedger(db: Queryable, filter: Filter): Promise<number> {
  const arms = armsOf(filter);
  const row = await db.first<{ total: number }>(sql`
    select (select count(*) from (${arms.told}) told) + (select count(*) from (${arms.recorded}) recorded) as total`);
  return row?.total ?? 0;
}

/** Built up from what is asked, so that each combination is planned for itself. */
function armsOf(filter: Filter): { told: Sql; recorded: Sql } {
  return {
    told: sql`
      select lpad(l.id::text, 19, '0') as id, l.recorded_at as at, l.kind, l.amount, upper(l.currency) as currency,
        l.provider_ref as reference, l.payment_intent as payment, l.checkout_id, null::uuid as bucket_id, l.reason as note,
        null::uuid as recorded_by, 0 as films, null::jsonb as effect
      from payment_ledger l where ${within(filter)} ${toldIn(filter)} and ${isOurs}`,
    recorded: sql`
      select l.id::text as id, l.recorded_at as at, ${recordedKind} as kind, l.amount, l.currency, l.provider_ref as reference,
        l.payment_intent as payment, null::uuid as checkout_id, l.bucket_id, l.note, l.recorded_by, l.films, l.effect
      from credits l where ${within(filter)} ${recordedIn(filter)}`,
  };
}

/** Of a payment that is known to be ours: the account may serve other shops too. */
const isOurs = sql`(
  l.kind = 'charge'
  or exists (select 1 from checkouts c where c.payment_intent = l.payment_intent)
  or exists (select 1 from checkouts c where c.id = l.checkout_id)
  or exists (select 1 from payment_ledger charge where charge.kind = 'charge' and charge.provider_ref = l.payment_intent))`;

const recordedKind = sql`case l.kind when 'refund' then 'refund_recorded' else 'films_granted' end`;

function within({ from, to }: Filter): Sql {
  let where = sql`true`;
  if (from !== undefined) where = sql`${where} and l.recorded_at >= ${from}::date::timestamp at time zone 'utc'`;
  if (to !== undefined) where = sql`${where} and l.recorded_at < (${to}::date + 1)::timestamp at time zone 'utc'`;
  return where;
}

function toldIn({ kind, order }: Filter): Sql {
  let where = sql``;
  if (kind !== undefined) where = sql`${where} and l.kind = ${kind}`;
  if (order !== undefined)
    // Not joined by `or`, which would look through the whole ledger.
    where = sql`${where} and l.id in (
      select id from payment_ledger where payment_intent in (select payment_intent from checkouts where bucket_id = ${order})
      union
      select id from payment_ledger where checkout_id in (select id from checkouts where bucket_id = ${order}))`;
  return where;
}

function recordedIn({ kind, order }: Filter): Sql {
  let where = sql``;
  if (kind !== undefined) where = sql`${where} and ${recordedKind} = ${kind}`;
  if (order !== undefined) where = sql`${where} and l.bucket_id = ${order}`;
  return where;
}
