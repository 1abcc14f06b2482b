import { type AttentionReason, exportOrders, listOrders, type ListedOrder } from '@keepsake/contract/admin/orders';
import { toMajor } from '@keepsake/contract/orders/money';
import { currency as currencies } from '@keepsake/contract/primitives';
import type { Deps } from '../../deps.ts';
import { csvTable, readInBatches } from '../../platform/csv/csv-table.ts';
import type { Queryable } from '../../platform/database/db.ts';
import type { Api } from '../../platform/http/api.ts';
import { inMajor } from '../payment/ledger/view-ledger.ts';
import { attentionOf } from './attention.queries.ts';
import { findOrderMatches } from './order-key.queries.ts';
import {
  countOrders,
  exportedTitles,
  nextOrders,
  orderPage,
  type OrderFilter,
  type OrderRow,
} from './order-list.queries.ts';
import { refundedOf, type RefundedSum } from './refunded.queries.ts';

export function ordersRoutes(api: Api, { db }: Deps): void {
  api.handle(listOrders, async ({ query: { search, ...query } }) => {
    const filter = { ...query, searchMatches: search === undefined ? undefined : await findOrderMatches(db, search) };
    const [rows, counted] = await Promise.all([orderPage(db, filter), countOrders(db, filter)]);
    const ids = rows.map(({ id }) => id);
    const [attention, sums] = await Promise.all([attentionOf(db, ids), refundedOf(db, ids)]);
    const refunded = Map.groupBy(sums, ({ bucketId }) => bucketId);
    return {
      ...counted,
      data: rows.map((row) => viewOrder(row, attention.get(row.id) ?? [], refunded.get(row.id) ?? [])),
    };
  });

  api.handle(exportOrders, async ({ query: { search, ...query } }) => {
    const searchMatches = search === undefined ? undefined : await findOrderMatches(db, search);
    return orderTable(db, { ...query, searchMatches });
  });
}

function viewOrder(row: OrderRow, attention: AttentionReason[], refunded: RefundedSum[]): ListedOrder {
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
    refunded: refunded.map((sum) => ({ amount: inMajor(sum.amount, sum.currency), currency: sum.currency })),
    attention,
  };
}

/** Every order that matches, as lines of CSV. */
function orderTable(db: Queryable, filter: OrderFilter): AsyncIterable<string> {
  return csvTable(
    exportedTitles,
    readInBatches((place) => nextOrders(db, filter, place)),
  );
}
