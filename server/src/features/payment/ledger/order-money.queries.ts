import type { Translated } from '@keepsake/contract/primitives';
import { sql, type NotNull } from 'kysely';
import type { Queryable } from '../../../platform/database/db.ts';

export interface OrderPaymentRow {
  paymentIntent: string;
  fulfilled: boolean;
  currency: string;
  /** Minor units. */
  charged: number;
  refunded: number;
}

/** The payments of a bucket; the fulfilled one is first. */
export function paymentsOfOrder(db: Queryable, bucketId: string): Promise<OrderPaymentRow[]> {
  return chargedCheckouts(db)
    .where('checkouts.bucketId', '=', bucketId)
    .orderBy('checkouts.fulfilledAt', (order) => order.asc().nullsLast())
    .orderBy('checkouts.createdAt')
    .execute();
}

/** Every charged checkout, with the refunded amount. */
export function chargedCheckouts(db: Queryable) {
  return db
    .selectFrom('checkouts')
    .innerJoin('paymentLedger as charge', (join) =>
      join.on('charge.kind', '=', 'charge').onRef('charge.providerRef', '=', 'checkouts.paymentIntent'),
    )
    .select(({ fn, eb, selectFrom, lit }) => [
      'charge.providerRef as paymentIntent',
      eb('checkouts.fulfilledAt', 'is not', null).$castTo<boolean>().as('fulfilled'),
      fn<string>('upper', ['charge.currency']).as('currency'),
      'charge.amount as charged',
      fn
        .coalesce(
          selectFrom('refundedPayments as refund')
            .whereRef('refund.paymentIntent', '=', 'checkouts.paymentIntent')
            .select('refund.amount')
            .$asScalar(),
          lit(0),
        )
        .as('refunded'),
    ]);
}

export interface OrderEffectRow {
  photoId: string;
  photo: string;
  promptId: string;
  action: Translated;
  films: number;
  failed: number;
  granted: number;
  highest: number;
}

/** The prompts of a bucket's films, photo by photo. */
export function effectsOfOrder(db: Queryable, bucketId: string): Promise<OrderEffectRow[]> {
  return (
    db
      .selectFrom('films')
      .innerJoin('photos', 'photos.id', 'films.photoId')
      .where('films.bucketId', '=', bucketId)
      .where('films.promptId', 'is not', null)
      .groupBy(['films.photoId', 'photos.id', 'films.promptId'])
      .select(({ fn }) => [
        'films.photoId',
        'photos.originalName as photo',
        'films.promptId',
        sql<Translated>`(array_agg(films.action order by films.number))[1]`.as('action'),
        fn.countAll<number>().as('films'),
        fn.countAll<number>().filterWhere('films.state', '=', 'failed').as('failed'),
        fn.countAll<number>().filterWhere('films.creditId', 'is not', null).as('granted'),
        fn.max('films.number').as('highest'),
      ])
      // Films whose prompt is gone were left out.
      .$narrowType<{ promptId: NotNull }>()
      .orderBy(({ fn }) => fn.coalesce('photos.chosenAt', 'photos.createdAt'))
      .orderBy('photos.position')
      .orderBy('films.photoId')
      .orderBy(({ fn }) => fn.min('films.createdAt'))
      .orderBy('films.promptId')
      .execute()
  );
}

export interface OrderFacts {
  paidAt: Date | null;
  deleted: boolean;
  archived: boolean;
}

/** Undefined if there is no trace of such an order. */
export function factsOfOrder(db: Queryable, bucketId: string): Promise<OrderFacts | undefined> {
  const bucket = db.selectFrom('buckets').where('id', '=', bucketId).select('id');
  const checkout = db.selectFrom('checkouts').where('bucketId', '=', bucketId).select('id');
  return db
    .selectNoFrom(({ selectFrom, exists, not }) => [
      selectFrom('sales').where('bucketId', '=', bucketId).select('paidAt').as('paidAt'),
      not(exists(bucket)).$castTo<boolean>().as('deleted'),
      exists(bucket.where('status', '=', 'archived'))
        .$castTo<boolean>()
        .as('archived'),
    ])
    .where(({ or, exists }) => or([exists(bucket), exists(checkout)]))
    .executeTakeFirst();
}
