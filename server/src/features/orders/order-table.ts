import type { AttentionReason } from '@keepsake/contract/admin/orders';
import { toMajor } from '@keepsake/contract/orders/money';
import { currency as currencies } from '@keepsake/contract/primitives';
import { type Cell, csvTable, readInBatches } from '../../platform/csv/csv-table.ts';
import type { Queryable } from '../../platform/database/db.ts';
import { attentionOf } from './attention.queries.ts';
import { type ExportedOrder, nextOrders, type OrderFilter } from './order-list.queries.ts';

type Row = ExportedOrder & { attention: AttentionReason[] };

/** Names of the columns are those of programs, and do not change with the reader's language. */
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

/** Every order that matches, as lines of CSV. */
export function orderTable(db: Queryable, filter: OrderFilter): AsyncIterable<string> {
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
