import type { listOrders, OrderStatus } from '@keepsake/contract/admin/orders';
import type { Query } from '@keepsake/contract/endpoint';
import { countedRows } from '@keepsake/contract/primitives';
import { sql, type Expression, type ExpressionBuilder, type OrderByItemBuilder, type SqlBool } from 'kysely';
import type { Queryable } from '../../platform/database/db.ts';
import { any, endOfDay, startOfDay } from '../../platform/database/expressions.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { containsText } from '../accounts/users/user-list.queries.ts';
import { bucketsNeedingAttention } from './attention.queries.ts';
import type { OrderMatches } from './order-key.queries.ts';

type ListQuery = Query<typeof listOrders>;
export type OrderFilter = Pick<ListQuery, 'status' | 'attention' | 'from' | 'to'> & {
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

export type ExportedOrder = OrderRow & { paymentIntent: string | null; invoice: string | null };

/** The orders after the cursor `after` by id, newest first: none is missed or sent twice, whatever changes meanwhile. */
export function nextOrders(
  db: Queryable,
  filter: OrderFilter,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<ExportedOrder[]> {
  let rows = matching(db, filter);
  if (after !== undefined) rows = rows.where('bucketSummaries.bucketId', '<', after);
  const next = rows.select(columns).select('invoiceId').orderBy('bucketId', 'desc').limit(limit).as('next');
  return db
    .selectFrom(next)
    .leftJoin('users', 'users.id', 'next.userId')
    .leftJoin('invoices', 'invoices.id', 'next.invoiceId')
    .leftJoin('checkouts', (join) =>
      join.onRef('checkouts.bucketId', '=', 'next.id').on('checkouts.fulfilledAt', 'is not', null),
    )
    .selectAll('next')
    .select(['users.name', 'users.email', 'invoices.number as invoice', 'checkouts.paymentIntent'])
    .orderBy('next.id', 'desc')
    .execute();
}

/** Contains only the requested conditions, so that PostgreSQL plans each combination separately. */
function matching(db: Queryable, { status, attention, from, to, searchMatches }: OrderFilter) {
  return db.selectFrom('bucketSummaries').where((eb) => {
    const { and } = eb;
    const conditions: Expression<SqlBool>[] = [];
    if (status !== undefined) conditions.push(eb('status', '=', status));
    if (from !== undefined) conditions.push(eb('orderedAt', '>=', startOfDay(from)));
    if (to !== undefined) conditions.push(eb('orderedAt', '<', endOfDay(to)));
    if (attention)
      conditions.push(
        eb(
          'bucketSummaries.bucketId',
          'in',
          db.selectFrom(bucketsNeedingAttention(db).as('inNeed')).select('bucketId'),
        ),
      );
    if (searchMatches !== undefined) conditions.push(matchesSearch(eb, searchMatches));
    return and(conditions);
  });
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
