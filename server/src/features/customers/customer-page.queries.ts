import type { OrderStatus } from '@keepsake/contract/admin/orders';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/db.ts';
import { chargedCheckouts, type OrderPaymentRow } from '../payment/ledger/order-money.queries.ts';

export interface CustomerOrderRow {
  id: string;
  name: string | null;
  status: OrderStatus;
  createdAt: Date;
  paidAt: Date | null;
  photos: number;
  films: number;
  done: number;
  failed: number;
  /** Minor units; null if nothing was sold. */
  amount: number | null;
  currency: string | null;
}

/** The buckets of a user, newest first. Deleted buckets are included if a payment page was opened for them: only its row still names their user. */
export async function ordersOfCustomer(db: Queryable, userId: string, limit: number): Promise<CustomerOrderRow[]> {
  const present = db
    .selectFrom('buckets')
    .where('userId', '=', userId)
    .select(['id', 'name', sql<CustomerOrderRow['status']>`status`.as('status'), 'createdAt', 'paidAt'])
    .select([sql<number | null>`null::int`.as('photosThen'), sql<number | null>`null::int`.as('filmsThen')])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  const deleted = db
    .selectFrom('bucketTombstones as gone')
    .where('gone.bucketId', 'in', (from) =>
      from.selectFrom('checkouts').where('userId', '=', userId).select('checkouts.bucketId'),
    )
    .select(['gone.bucketId as id', sql<string | null>`null::text`.as('name')])
    .select([sql<CustomerOrderRow['status']>`'deleted'`.as('status'), 'gone.createdAt', 'gone.paidAt'])
    .select(['gone.photos as photosThen', 'gone.films as filmsThen'])
    .orderBy('gone.createdAt', 'desc')
    .orderBy('gone.bucketId', 'desc')
    .limit(limit);
  const newest = db
    .selectFrom(
      db
        .selectFrom(present.as('present'))
        .selectAll()
        .unionAll(db.selectFrom(deleted.as('deleted')).selectAll())
        .as('each'),
    )
    .selectAll()
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  const rows = await db
    .selectFrom(newest.as('bucket'))
    .leftJoin('sales', 'sales.bucketId', 'bucket.id')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('films')
          .whereRef('films.bucketId', '=', 'bucket.id')
          .select(({ fn }) => [
            fn.countAll<number>().as('films'),
            fn.countAll<number>().filterWhere('state', '=', 'done').as('done'),
            fn.countAll<number>().filterWhere('state', '=', 'failed').as('failed'),
          ])
          .as('made'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('photos')
          .whereRef('photos.bucketId', '=', 'bucket.id')
          .select(({ fn }) => fn.countAll<number>().as('photos'))
          .as('held'),
      (join) => join.onTrue(),
    )
    .select([
      'bucket.id',
      'bucket.name',
      'bucket.status',
      'bucket.createdAt',
      'bucket.paidAt',
      'bucket.photosThen',
      'bucket.filmsThen',
      'held.photos',
      'made.films',
      'made.done',
      'made.failed',
      'sales.amount',
      'sales.currency',
    ])
    .orderBy('bucket.createdAt', 'desc')
    .orderBy('bucket.id', 'desc')
    .execute();
  return rows.map(({ photosThen, filmsThen, photos, films, done, failed, ...row }) => ({
    ...row,
    photos: photosThen ?? photos ?? 0,
    films: filmsThen ?? films ?? 0,
    done: done ?? 0,
    failed: failed ?? 0,
  }));
}

export interface CustomerPaymentRow extends OrderPaymentRow {
  bucketId: string;
  at: Date;
}

/** The payments of a user, newest first. */
export function paymentsOfCustomer(db: Queryable, userId: string, limit: number): Promise<CustomerPaymentRow[]> {
  return chargedCheckouts(db)
    .where('checkouts.userId', '=', userId)
    .select(['checkouts.bucketId', 'charge.recordedAt as at'])
    .orderBy('checkouts.createdAt', 'desc')
    .orderBy('checkouts.id', 'desc')
    .limit(limit)
    .execute();
}

/** The invoices of a user, most recently changed first. */
export function invoicesOfCustomer(db: Queryable, userId: string, limit: number) {
  return db
    .selectFrom('invoices')
    .where('userId', '=', userId)
    .select(['id', 'bucketId', 'number', 'issueState as state', 'partnerName', 'amount', 'currency', 'updatedAt'])
    .orderBy('updatedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
