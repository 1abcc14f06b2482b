import {
  type AttentionReason,
  attentionReasons,
  type listOrders,
  type OrderStatus,
  type OrderStatusFilter,
} from '@keepsake/contract/admin/orders';
import type { Query } from '@keepsake/contract/endpoint';
import { minorPerMajor } from '@keepsake/contract/orders/money';
import { countedRows } from '@keepsake/contract/primitives';
import {
  sql,
  type Expression,
  type ExpressionBuilder,
  type OrderByItemBuilder,
  type RawBuilder,
  type SqlBool,
} from 'kysely';
import {
  asLines,
  type Cell,
  type Lines,
  type Place,
  plainCell,
  textCell,
  timeCell,
} from '../../platform/csv/csv-table.ts';
import type { Queryable } from '../../platform/database/db.ts';
import { any, endOfDay, startOfDay } from '../../platform/database/expressions.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { containsText } from '../accounts/users/user-list.queries.ts';
import { bucketsNeedingAttention } from './attention.queries.ts';
import type { OrderMatches } from './order-key.queries.ts';
import { refundedBuckets, refundedSums } from './refunded.queries.ts';

type ListQuery = Query<typeof listOrders>;
export type OrderFilter = Pick<ListQuery, 'status' | 'attention' | 'day' | 'from' | 'to'> & {
  searchMatches: OrderMatches | undefined;
};
type Page = OrderFilter & Pick<ListQuery, 'page' | 'limit' | 'sort' | 'direction'>;

export interface OrderRow {
  id: string;
  orderedAt: Date;
  status: OrderStatus;
  userId: string | null;
  name: string | null;
  email: string | null;
  photos: number;
  filmsDone: number;
  filmsWaiting: number;
  filmsFailed: number;
  /** Minor units. */
  amount: number;
  /** Null if nothing was sold. */
  currency: string;
}

const columns = [
  'bucketSummaries.bucketId as id',
  'orderedAt',
  'status',
  'userId',
  'photos',
  'filmsDone',
  'filmsWaiting',
  'filmsFailed',
  'amount',
  'currency',
] as const;

/** The sort columns of the list; each has an index. Amounts are grouped by currency. */
const sortedBy = {
  date: ['orderedAt'],
  customer: ['customer'],
  photos: ['photos'],
  done: ['filmsDone'],
  waiting: ['filmsWaiting'],
  failed: ['filmsFailed'],
  amount: ['currency', 'amount'],
  status: ['status', 'orderedAt'],
} as const satisfies Record<ListQuery['sort'], readonly (keyof Tables['bucketSummaries'])[]>;

/** A page of the list. Names are joined to the rows of the page only. */
export function orderPage(db: Queryable, { page, limit, sort, direction, ...filter }: Page): Promise<OrderRow[]> {
  const by = sortedBy[sort];
  const ordered = (column: (typeof by)[number] | 'id') => (item: OrderByItemBuilder) => {
    if (direction === 'asc') return item.asc();
    return column === 'customer' ? item.desc().nullsLast() : item.desc();
  };
  let matches = matching(db, filter).select(columns).select('customer');
  for (const column of by) matches = matches.orderBy(column, ordered(column));
  const shown = matches
    .orderBy('bucketSummaries.bucketId', ordered('id'))
    .limit(limit)
    .offset((page - 1) * limit);
  let rows = db
    .selectFrom(shown.as('shown'))
    .leftJoin('users', 'users.id', 'shown.userId')
    .selectAll('shown')
    .select(['users.name', 'users.email']);
  for (const column of by) rows = rows.orderBy(`shown.${column}`, ordered(column));
  return rows.orderBy('shown.id', ordered('id')).execute();
}

/** The number of matching orders, up to `countedRows`; up to a tenth of that if many customers match the searched words. */
export async function countOrders(db: Queryable, filter: OrderFilter): Promise<{ total: number; more: boolean }> {
  const most = filter.searchMatches?.by === 'words' ? countedRows / 10 : countedRows;
  const { found } = await db
    .selectFrom(
      matching(db, filter)
        .select('bucketSummaries.bucketId')
        .limit(most + 1)
        .as('matching'),
    )
    .select(({ fn }) => fn.countAll<number>().as('found'))
    .executeTakeFirstOrThrow();
  return { total: Math.min(found, most), more: found > most };
}

/** The cells of the CSV table, by the titles of their columns. */
const exported: Record<string, Cell> = {
  order: plainCell(sql.ref('next.id')),
  date_utc: timeCell(sql.ref('next.orderedAt')),
  status: plainCell(sql.ref('next.status')),
  customer: textCell(sql.ref('users.name')),
  email: textCell(sql.ref('users.email')),
  photos: plainCell(sql.ref('next.photos')),
  films_done: plainCell(sql.ref('next.filmsDone')),
  films_waiting: plainCell(sql.ref('next.filmsWaiting')),
  films_failed: plainCell(sql.ref('next.filmsFailed')),
  amount: plainCell(inMajorUnits(sql.ref('next.amount'), sql.ref('next.currency'))),
  currency: plainCell(sql.ref('next.currency')),
  refunded: plainCell(sql.ref('back.amounts')),
  refunded_currency: plainCell(sql.ref('back.currencies')),
  invoice: textCell(sql.ref('invoices.number')),
  payment: textCell(sql.ref('checkouts.paymentIntent')),
  attention: plainCell(sql.ref('reasons.attention')),
};
export const exportedTitles = Object.keys(exported);

/** Amounts in a currency that we do not sell in stay in minor units; without a currency there is none. */
function inMajorUnits(amount: RawBuilder<unknown>, currency: RawBuilder<unknown>) {
  const units = Object.entries(minorPerMajor).map(([code, minor]) => sql`when ${sql.lit(code)} then ${sql.lit(minor)}`);
  return sql`trim_scale(${amount}::numeric / case ${currency} when '' then null ${sql.join(units, sql` `)} else 1 end)`;
}

/** The orders after the cursor `after` by id, newest first: none is missed or sent twice, whatever changes meanwhile. */
export function nextOrders(db: Queryable, filter: OrderFilter, { after, limit }: Place): Promise<Lines> {
  let rows = matching(db, filter);
  if (after !== undefined) rows = rows.where('bucketSummaries.bucketId', '<', after);
  const next = rows.select(columns).select('invoiceId').orderBy('bucketSummaries.bucketId', 'desc').limit(limit);
  return db
    .with('next', () => next)
    .with('reasons', (query) =>
      query
        .selectFrom(bucketsNeedingAttention(db).as('found'))
        .where('bucketId', 'in', ({ selectFrom }) => selectFrom('next').select('id'))
        .groupBy('bucketId')
        .select(['bucketId', inOrder(sql.ref('reason')).as('attention')]),
    )
    .with('back', (query) =>
      query
        .selectFrom(refundedSums(db, sql`checkouts.bucket_id in (select id from next)`).as('sums'))
        .groupBy('bucketId')
        .select(['bucketId', inOneCell(inMajorUnits(sql.ref('amount'), sql.ref('currency'))).as('amounts')])
        .select(inOneCell(sql.ref('currency')).as('currencies')),
    )
    .selectFrom('next')
    .leftJoin('users', 'users.id', 'next.userId')
    .leftJoin('invoices', 'invoices.id', 'next.invoiceId')
    .leftJoin('checkouts', (join) =>
      join.onRef('checkouts.bucketId', '=', 'next.id').on('checkouts.fulfilledAt', 'is not', null),
    )
    .leftJoin('reasons', 'reasons.bucketId', 'next.id')
    .leftJoin('back', 'back.bucketId', 'next.id')
    .select(asLines(sql.ref('next.id'), Object.values(exported)))
    .executeTakeFirstOrThrow();
}

/** One value, unless the payments of a bucket were made in several currencies. */
function inOneCell(value: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`string_agg(${value}::text, ' ' order by currency)`;
}

/** The reasons of a bucket, each once, as the list shows them. */
function inOrder(reason: RawBuilder<AttentionReason>): RawBuilder<string> {
  const found = attentionReasons.map(
    (one) => sql`case when bool_or(${reason} = ${sql.lit(one)}) then ${sql.lit(one)} end`,
  );
  return sql<string>`concat_ws(' ', ${sql.join(found)})`;
}

/** Contains only the requested conditions, so that PostgreSQL plans each combination separately. */
function matching(db: Queryable, { status, attention, day, from, to, searchMatches }: OrderFilter) {
  return db.selectFrom('bucketSummaries').where((eb) => {
    const { and } = eb;
    const conditions: Expression<SqlBool>[] = [];
    if (status !== undefined) conditions.push(hasStatus(db, eb, status));
    if (from !== undefined) conditions.push(eb(momentOf[day], '>=', startOfDay(from)));
    if (to !== undefined) conditions.push(eb(momentOf[day], '<', endOfDay(to)));
    if (day === 'deleted') conditions.push(eb('deletedAt', 'is not', null));
    if (attention === 'films_waiting') conditions.push(eb('filmsWaiting', '>', 0));
    // A deleted set keeps the number that it had.
    else if (attention === 'films_failed_any') conditions.push(sql<boolean>`films_failed > 0 and status <> 'deleted'`);
    else if (attention !== undefined && attention !== 'false') {
      const inNeed = db.selectFrom(bucketsNeedingAttention(db).as('inNeed')).select('bucketId');
      const because = attention === 'true' ? inNeed : inNeed.where('reason', '=', attention);
      conditions.push(eb('bucketSummaries.bucketId', 'in', because));
    }
    if (searchMatches !== undefined) conditions.push(matchesSearch(eb, searchMatches));
    return and(conditions);
  });
}

/** The moment that each kind of day is about. */
const momentOf = { ordered: 'orderedAt', begun: 'createdAt', deleted: 'deletedAt' } as const satisfies Record<
  ListQuery['day'],
  keyof Tables['bucketSummaries']
>;

function hasStatus(db: Queryable, eb: ExpressionBuilder<Tables, 'bucketSummaries'>, status: OrderStatusFilter) {
  if (status === 'sold') return eb('bucketSummaries.currency', '<>', '');
  if (status === 'refunded') return eb('bucketSummaries.bucketId', 'in', refundedBuckets(db));
  if (status === 'active') return eb('status', 'in', ['pending', 'paid']);
  return eb('status', '=', status);
}

function matchesSearch(eb: ExpressionBuilder<Tables, 'bucketSummaries'>, searchMatches: OrderMatches) {
  if (searchMatches.by === 'buckets') return eb('bucketSummaries.bucketId', '=', any(searchMatches.ids));
  if (searchMatches.by === 'customers') return eb('userId', '=', any(searchMatches.ids));
  return eb.exists(
    eb
      .selectFrom('users')
      .whereRef('users.id', '=', 'bucketSummaries.userId')
      .where(containsText(searchMatches.words))
      .select(sql`1`.as('one')),
  );
}
