import { sql, type Queryable } from '../../../platform/database/db.ts';

export interface OrderPaymentRow {
  paymentIntent: string;
  fulfilled: boolean;
  currency: string;
  /** Minor units. */
  charged: number;
  refunded: number;
}

/** The payments of a set, the one that bought it first. */
export function paymentsOfOrder(db: Queryable, bucketId: string): Promise<OrderPaymentRow[]> {
  return db.query(sql`
    select c.payment_intent, c.fulfilled_at is not null as fulfilled, upper(l.currency) as currency, l.amount as charged,
      coalesce((select r.amount from refunded_payments r where r.payment_intent = c.payment_intent), 0) as refunded
    from checkouts c join payment_ledger l on l.kind = 'charge' and l.provider_ref = c.payment_intent
    where c.bucket_id = ${bucketId}
    order by c.fulfilled_at nulls last, c.created_at`);
}

export interface OrderEffectRow {
  photoId: string;
  photo: string;
  promptId: string;
  action: { en: string };
  films: number;
  failed: number;
  granted: number;
  highest: number;
}

/** The effects of which a set has films, photo by photo. */
export function effectsOfOrder(db: Queryable, bucketId: string): Promise<OrderEffectRow[]> {
  return db.query(sql`
    select v.photo_id, c.original_name as photo, v.prompt_id, (array_agg(v.action order by v.number))[1] as action,
      count(*)::int as films, (count(*) filter (where v.state = 'failed'))::int as failed,
      (count(*) filter (where v.credit_id is not null))::int as granted, max(v.number) as highest
    from films v join photos c on c.id = v.photo_id
    where v.bucket_id = ${bucketId} and v.prompt_id is not null
    group by v.photo_id, c.id, v.prompt_id
    order by coalesce(c.chosen_at, c.created_at), c.position, v.photo_id, min(v.created_at), v.prompt_id`);
}

export interface OrderFacts {
  paidAt: Date | null;
  deleted: boolean;
  archived: boolean;
}

/** Whether there is, or was, such an order; undefined where nothing of it is known. */
export function factsOfOrder(db: Queryable, bucketId: string): Promise<OrderFacts | undefined> {
  return db.first(sql`
    select (select paid_at from sales where bucket_id = ${bucketId}) as paid_at,
      not exists (select 1 from buckets where id = ${bucketId}) as deleted,
      exists (select 1 from buckets where id = ${bucketId} and status = 'archived') as archived
    where exists (select 1 from buckets where id = ${bucketId}) or exists (select 1 from checkouts where bucket_id = ${bucketId})`);
}
