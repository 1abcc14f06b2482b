import { sql, type ExpressionBuilder } from 'kysely';
import type { Queryable } from '../../platform/database/db.ts';
import { any, appNow, later } from '../../platform/database/expressions.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { checkoutAges, checkoutColumns, isLive, isOpen, selectCheckouts, type Checkout } from './checkout.queries.ts';

/** Claims one open checkout of these buckets that was not looked up at the provider within the last ten seconds. */
export function claimLookUp(db: Queryable, bucketIds: readonly string[]): Promise<Checkout | undefined> {
  const due = openSessions(db)
    .where('bucketId', '=', any(bucketIds))
    .where(({ or, eb }) => or([eb('lookedUpAt', 'is', null), eb('lookedUpAt', '<', later(appNow, -10_000))]))
    .limit(1);
  return db
    .updateTable('checkouts')
    .where('id', '=', due)
    .set({ lookedUpAt: appNow })
    .returning(checkoutColumns)
    .returning(checkoutAges)
    .executeTakeFirst();
}

/** Claims open checkouts to look up at the provider, least recently looked up first. */
export function claimLookUps(db: Queryable, limit: number): Promise<Checkout[]> {
  return db
    .updateTable('checkouts')
    .where('id', 'in', openSessions(db).orderBy('id').limit(limit))
    .set({ lookedUpAt: appNow })
    .returning(checkoutColumns)
    .returning(checkoutAges)
    .execute();
}

/** Ids of open checkouts that no other transaction has locked, least recently looked up first. */
function openSessions(db: Queryable) {
  return db
    .selectFrom('checkouts')
    .where(isOpen)
    .where('sessionId', 'is not', null)
    .select('id')
    .orderBy('lookedUpAt', (order) => order.asc().nullsFirst())
    .forUpdate()
    .skipLocked();
}

/** A live checkout, and whether it still offers what its bucket would be sold as now. */
export type SweptCheckout = Checkout & { current: boolean };

/**
 * Live checkouts to be ended, by id: without a session, expired, of a bucket that has changed, or offered for a service where the built-in renderer
 * would make the films now. Those created within the last minute are left out: the request that creates them is probably still running.
 */
export function checkoutsToEnd(db: Queryable, after: string | null, limit: number): Promise<SweptCheckout[]> {
  const live = selectCheckouts(db)
    .select(isCurrent)
    .where(isLive)
    .where(({ or, eb }) => or([isOpen, eb('createdAt', '<', later(appNow, -60_000))]))
    .where(({ and, eb }) => and(after === null ? [] : [eb('id', '>', after)]));
  return db
    .selectFrom(live.as('live'))
    .selectAll()
    .where(({ or, and, eb, not, ref }) =>
      or([
        eb('state', '=', 'creating'),
        and([eb('processingAt', 'is', null), or([ref('ending'), not(ref('current'))])]),
      ]),
    )
    .orderBy('id')
    .limit(limit)
    .execute();
}

function isCurrent({ and, not, exists, selectFrom }: ExpressionBuilder<Tables, 'checkouts'>) {
  const isUnchanged = exists(
    selectFrom('buckets')
      .whereRef('buckets.id', '=', 'checkouts.bucketId')
      .where('buckets.status', '=', 'pending')
      .whereRef('buckets.revision', '=', 'checkouts.revision')
      .select('buckets.id'),
  );
  // A service was to make anything; what the built-in renderer would replace was agreed to by nobody.
  const isOfService = exists(
    selectFrom('videoConfig')
      .where('serviceProvider', '=', 'embedded')
      .where(sql<boolean>`checkouts.price ->> 'provider' <> 'embedded'`)
      .select('serviceProvider'),
  );
  return and([isUnchanged, not(isOfService)])
    .$castTo<boolean>()
    .as('current');
}

/**
 * Open checkouts whose sessions appear in the provider's list of events. If the payment is known to be pending, only an event with its outcome
 * counts.
 */
export function openCheckoutsWithEvents(
  db: Queryable,
  news: readonly { sessionId: string; isEnd: boolean }[],
): Promise<Checkout[]> {
  const sessionIds = news.map(({ sessionId }) => sessionId);
  const endedIds = news.flatMap(({ sessionId, isEnd }) => (isEnd ? [sessionId] : []));
  return selectCheckouts(db)
    .where('sessionId', '=', any(sessionIds))
    .where(isOpen)
    .where(({ or, eb }) => or([eb('processingAt', 'is', null), eb('sessionId', '=', any(endedIds))]))
    .execute();
}
