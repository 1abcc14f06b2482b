import { exportOrders, listOrders, type ListedOrder, type AttentionReason } from '@keepsake/contract/admin/orders';
import { toMajor } from '@keepsake/contract/orders/money';
import { currency as currencies } from '@keepsake/contract/primitives';
import type { Deps } from '../../deps.ts';
import { type Cell, csvTable, readInBatches } from '../../platform/csv/csv-table.ts';
import type { Queryable } from '../../platform/database/db.ts';
import type { Api } from '../../platform/http/api.ts';
import { attentionOf } from './attention.queries.ts';
import { findOrderMatches } from './order-key.queries.ts';
import {
  countOrders,
  orderPage,
  type OrderRow,
  type ExportedOrder,
  nextOrders,
  type OrderFilter,
} from './order-list.queries.ts';

export function ordersRoutes(api: Api, { db }: Deps): void {
  api.handle(listOrders, async ({ query: { search, ...query } }) => {
    const filter = { ...query, searchMatches: search === undefined ? undefined : await findOrderMatches(db, search) };
    const [rows, counted] = await Promise.all([orderPage(db, filter), countOrders(db, filter)]);
    const attention = await attentionOf(
      db,
      rows.map(({ id }) => id),
    );
    return { ...counted, data: rows.map((row) => ({ ...viewOrder(row), attention: attention.get(row.id) ?? [] })) };
  });

  api.handle(exportOrders, async ({ query: { search, ...query } }) => {
    const searchMatches = search === undefined ? undefined : await findOrderMatches(db, search);
    return orderTable(db, { ...query, searchMatches });
  });
}

function viewOrder(row: OrderRow): Omit<ListedOrder, 'attention'> {
  const { id, orderedAt, status, userId, name, email, photos, filmsDone, filmsWaiting, filmsFailed } = row;
  const currency = currencies.safeParse(row.currency).data ?? null;
  return {
    id,
    date: orderedAt.toISOString(),
    status,
    customer: userId === null || name === null || email === null ? null : { id: userId, name, email },
    photos,
    films: { done: filmsDone, waiting: filmsWaiting, failed: filmsFailed },
    amount: currency === null ? null : toMajor(row.amount, currency),
    currency,
  };
}

type Row = ExportedOrder & { attention: AttentionReason[] };

/** Column names are meant for programs, so they do not depend on the reader's language. */
const columns: Record<string, (row: Row) => Cell> = {
  order: ({ id }) => id,
  date_utc: ({ orderedAt }) => orderedAt,
  status: ({ status }) => status,
  customer: ({ name }) => name,
  email: ({ email }) => email,
  photos: ({ photos }) => photos,
  films_done: ({ filmsDone }) => filmsDone,
  films_waiting: ({ filmsWaiting }) => filmsWaiting,
  films_failed: ({ filmsFailed }) => filmsFailed,
  amount: ({ amount, currency }) => {
    const known = currencies.safeParse(currency).data;
    return known === undefined ? null : toMajor(amount, known);
  },
  currency: ({ currency }) => currency,
  invoice: ({ invoice }) => invoice,
  payment: ({ paymentIntent }) => paymentIntent,
  attention: ({ attention }) => attention.join(' '),
};

/** Every matching order, as lines of CSV. */
function orderTable(db: Queryable, filter: OrderFilter): AsyncIterable<string> {
  return csvTable(
    columns,
    readInBatches(async (place) => {
      const rows = await nextOrders(db, filter, place);
      const ids = rows.map(({ id }) => id);
      const attention = await attentionOf(db, ids);
      return rows.map((row): Row => ({ ...row, attention: attention.get(row.id) ?? [] }));
    }),
  );
}
