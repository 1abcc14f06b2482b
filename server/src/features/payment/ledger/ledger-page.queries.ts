import type { LedgerKind, listLedger } from '@keepsake/contract/orders/ledger';
import type { Query } from '@keepsake/contract/endpoint';
import { countedRows, type Translated } from '@keepsake/contract/primitives';
import { sql, type Expression, type ExpressionBuilder, type SelectQueryBuilder } from 'kysely';
import type { Queryable } from '../../../platform/database/db.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import { endOfDay, startOfDay } from '../../../platform/database/expressions.ts';

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

/** What the provider reported and what administrators recorded, newest first. */
export function ledgerPage(db: Queryable, filter: Filter): Promise<LedgerRow[]> {
  const { page, limit } = filter;
  const newest = <Table extends keyof Tables>(arm: Arm<Table>) =>
    arm
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(page * limit);
  // Each part of the union returns its newest rows by its own index. The page is taken from both, and only its rows are joined with other tables.
  return db
    .with('newest', (query) =>
      query
        .selectFrom(newest(reported(db, filter)).as('reported'))
        .selectAll()
        .unionAll(query.selectFrom(newest(recorded(db, filter)).as('recorded')).selectAll()),
    )
    .with('shown', (query) =>
      query
        .selectFrom('newest')
        .selectAll()
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset((page - 1) * limit),
    )
    .selectFrom('shown')
    .select(['id', 'at', 'kind', 'amount', 'currency', 'reference', 'payment', 'note', 'recordedBy', 'films', 'effect'])
    .select(({ fn, selectFrom, case: when }) => [
      fn
        .coalesce(
          'shown.bucketId',
          selectFrom('checkouts')
            .where(({ or, eb, ref }) =>
              or([
                eb('checkouts.paymentIntent', '=', ref('shown.payment')),
                eb('checkouts.id', '=', ref('shown.checkoutId')),
              ]),
            )
            .select('checkouts.bucketId')
            .orderBy('checkouts.paymentIntent')
            .limit(1)
            .$asScalar(),
        )
        .as('bucketId'),
      when()
        .when('shown.kind', '=', 'refund_recorded')
        .then(
          selectFrom('recordedRefundJoins as join')
            .whereRef('join.paymentIntent', '=', 'shown.payment')
            .where(({ eb, cast, ref }) => eb(cast<string>('join.creditId', 'text'), '=', ref('shown.id')))
            .select('join.providerRef')
            .$asScalar(),
        )
        .end()
        .as('joined'),
    ])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** The number of entries, up to `countedRows`. */
export async function countLedger(db: Queryable, filter: Filter): Promise<{ total: number; more: boolean }> {
  const { inReported, inRecorded } = await db
    .selectNoFrom([
      countRows(db, reported(db, filter)).as('inReported'),
      countRows(db, recorded(db, filter)).as('inRecorded'),
    ])
    .executeTakeFirstOrThrow();
  const found = inReported + inRecorded;
  return { total: Math.min(found, countedRows), more: found > countedRows };
}

function countRows<Table extends keyof Tables>(db: Queryable, arm: Arm<Table>) {
  return db
    .selectFrom(arm.limit(countedRows + 1).as('arm'))
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .$asScalar()
    .$notNull();
}

/** A row before paging: columns of other tables are joined for the page's rows only. */
type ArmRow = Omit<LedgerRow, 'joined'> & { checkoutId: string | null };
type Arm<Table extends keyof Tables> = SelectQueryBuilder<Tables, Table, ArmRow>;

/** What the provider reported. Contains only the requested conditions, so that PostgreSQL plans each combination separately. */
function reported(db: Queryable, filter: Filter): Arm<'paymentLedger'> {
  const { kind, order } = filter;
  return db
    .selectFrom('paymentLedger')
    .where(({ and, eb, ref }) =>
      and([
        ...isWithin(filter),
        ...(kind === undefined ? [] : [eb(ref('kind').$castTo<LedgerKind>(), '=', kind)]),
        ...(order === undefined ? [] : [eb('paymentLedger.id', 'in', entriesOfOrder(db, order))]),
      ]),
    )
    .where(isOurs)
    .select(({ fn, ref }) => [
      sql<string>`lpad(id::text, 19, '0')`.as('id'),
      'recordedAt as at',
      ref('kind').$castTo<LedgerKind>().as('kind'),
      'amount',
      fn<string>('upper', ['currency']).as('currency'),
      'providerRef as reference',
      'paymentIntent as payment',
      'checkoutId',
      sql<null>`null::uuid`.as('bucketId'),
      'reason as note',
      sql<null>`null::uuid`.as('recordedBy'),
      sql<number>`0`.as('films'),
      sql<null>`null::jsonb`.as('effect'),
    ]);
}

/** What administrators recorded. */
function recorded(db: Queryable, filter: Filter): Arm<'credits'> {
  const { kind, order } = filter;
  return db
    .selectFrom('credits')
    .where(({ and, eb }) =>
      and([
        ...isWithin(filter),
        ...(kind === undefined ? [] : [eb(recordedKind, '=', kind)]),
        ...(order === undefined ? [] : [eb('bucketId', '=', order)]),
      ]),
    )
    .select(({ cast }) => [
      cast<string>('id', 'text').as('id'),
      'recordedAt as at',
      recordedKind.as('kind'),
      'amount',
      'currency',
      'providerRef as reference',
      'paymentIntent as payment',
      sql<null>`null::uuid`.as('checkoutId'),
      'bucketId',
      'note',
      'recordedBy',
      'films',
      'effect',
    ]);
}

const recordedKind = sql<LedgerKind>`case kind when 'refund' then 'refund_recorded' else 'films_granted' end`;

function isWithin({ from, to }: Filter): Expression<boolean>[] {
  return [
    ...(from === undefined ? [] : [sql<boolean>`recorded_at >= ${startOfDay(from)}`]),
    ...(to === undefined ? [] : [sql<boolean>`recorded_at < ${endOfDay(to)}`]),
  ];
}

/** A union, because `or` would scan the whole ledger. */
function entriesOfOrder(db: Queryable, bucketId: string) {
  const checkouts = db.selectFrom('checkouts').where('bucketId', '=', bucketId);
  const ledger = db.selectFrom('paymentLedger').select('id');
  return ledger
    .where('paymentIntent', 'in', checkouts.select('paymentIntent'))
    .union(ledger.where('checkoutId', 'in', checkouts.select('id')));
}

/** Whether its payment is known to be ours; other shops may use the same account. */
function isOurs({ or, eb, exists, selectFrom }: ExpressionBuilder<Tables, 'paymentLedger'>) {
  const checkouts = selectFrom('checkouts').select('checkouts.id');
  return or([
    eb('kind', '=', 'charge'),
    exists(checkouts.whereRef('checkouts.paymentIntent', '=', 'paymentLedger.paymentIntent')),
    exists(checkouts.whereRef('checkouts.id', '=', 'paymentLedger.checkoutId')),
    exists(
      selectFrom('paymentLedger as charge')
        .where('charge.kind', '=', 'charge')
        .whereRef('charge.providerRef', '=', 'paymentLedger.paymentIntent')
        .select('charge.id'),
    ),
  ]);
}
