import { randomBytes } from 'node:crypto';
import type { Deps } from '../src/deps.ts';
import { recordActivity } from '../src/features/accounts/sessions/session.queries.ts';
import { deleteUser } from '../src/features/accounts/user.queries.ts';
import { insertCheckout } from '../src/features/checkouts/checkout.queries.ts';
import { deleteBuckets } from '../src/features/deletion/delete-buckets.ts';
import type { DeletionReason } from '../src/features/deletion/tombstone.queries.ts';
import { retryFailedFilms } from '../src/features/films/failed-film.queries.ts';
import { setFilmDone, setFilmFailed } from '../src/features/films/film.queries.ts';
import { fulfilOrder } from '../src/features/payment/fulfil-order.ts';
import { insertRefund } from '../src/features/payment/ledger/credit.queries.ts';
import { grantFilms } from '../src/features/payment/ledger/grant-films.ts';
import { addToLedger } from '../src/features/payment/ledger/ledger.queries.ts';
import { lockBuckets } from '../src/features/photos/buckets/bucket.queries.ts';
import { deletePhotoRow, orderOfBucket } from '../src/features/photos/photo.queries.ts';
import { priceOrder } from '../src/features/pricing/price-order.ts';
import { addPriceList, currentPriceList, sizeOfBucket } from '../src/features/pricing/pricing.queries.ts';
import { sql } from 'kysely';
import { Db, type Tx } from '../src/platform/database/db.ts';
import { allRows, firstRow, runStatement } from './statements.ts';
import type { Actor } from '../src/platform/http/api.ts';
import { newId } from '../src/platform/ids.ts';
import { createPhotoSet } from './photo-set.ts';
import { plainPrices } from './shop.ts';

export interface HistorySet {
  bucketId: string;
  userId: string;
  photoIds: string[];
}

/**
 * Work of the product at a moment of the past: what it writes says that moment, by the database's clock (up to a millisecond later, never
 * earlier, so that midnight stays on its day).
 */
export function atMoment<T>(db: Db, moment: Date, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await runStatement(
      tx,
      sql`
      select set_config('keepsake.clock_offset_ms',
        ceil(extract(epoch from ${moment}::timestamptz - now()) * 1000)::bigint::text, true)`,
    );
    return work(tx);
  });
}

/** What happens in a shop, made by the product's own code, each at a moment that is given: the facts that figures are made of. */
export function shopHistory(db: Db) {
  const databaseUrl = db.pool.options.connectionString ?? '';
  return {
    prices: (
      moment: Date,
      prices: { basePrice: number; variantPrice: number; currency: 'USD' | 'EUR' | 'GBP' | 'HUF' },
    ) => atMoment(db, moment, (tx) => addPriceList(tx, { ...plainPrices, ...prices }, null)),

    join: (moment: Date): Promise<string> =>
      atMoment(db, moment, async (tx) => {
        const id = newId();
        await runStatement(
          tx,
          sql`
          insert into users (id, name, email, password_hash, email_verified_at, created_at)
          values (${id}, 'Ada Kovács', ${`${id}@example.com`}, 'none', app_now(), app_now())`,
        );
        return id;
      }),

    visit: (moment: Date, userId: string) => atMoment(db, moment, (tx) => recordActivity(tx, userId)),

    /** Per photo the number of films of each of its effects. */
    begin: (moment: Date, userId: string, photos: number[][]): Promise<HistorySet> =>
      atMoment(db, moment, async (tx) => ({ userId, ...(await createPhotoSet(tx, userId, photos)) })),

    /** At the prices of the moment. @returns what was paid, in minor units, and the films in the order of their photos */
    pay: (moment: Date, { bucketId, userId }: HistorySet) =>
      atMoment(db, moment, async (tx) => {
        const size = await sizeOfBucket(tx, bucketId, userId);
        const [bucket] = await lockBuckets(tx, [bucketId]);
        if (!size || !bucket) throw new Error('There is no such set');
        const { total, currency, photos, films: filmCount, ...price } = priceOrder(await currentPriceList(tx), size);
        const order = await orderOfBucket(tx, bucketId);
        const { subtotal, discounts, lines } = price;
        const checkout = await insertCheckout(tx, {
          id: newId(),
          bucketId,
          userId,
          revision: bucket.revision,
          amount: total,
          currency,
          photos,
          films: filmCount,
          price: { subtotal, discounts, lines, order },
          request: null,
        });
        const paymentIntent = `pi_${bucketId}`;
        await fulfilOrder(
          tx,
          { config: { SELLER_TIME_ZONE: 'Europe/Budapest' } },
          { bucket, checkout, sessionId: `cs_${bucketId}`, paymentIntent },
        );
        const films = await allRows<{ id: string; photoId: string }>(
          tx,
          sql`
          select films.id, photo_id from films join photos on photos.id = photo_id
          where films.bucket_id = ${bucketId} order by position, prompt_id, number`,
        );
        return { amount: total, currency, films, paymentIntent };
      }),

    deliver: (moment: Date, filmId: string) =>
      atMoment(db, moment, (tx) => setFilmDone(tx, filmId, { ...film, sha256: randomBytes(32) })),

    fail: (moment: Date, filmId: string) =>
      atMoment(db, moment, (tx) => setFilmFailed(tx, filmId, 'moderation', 'It was refused.')),

    /** The failed films of a photo. */
    retry: (moment: Date, photoId: string) => atMoment(db, moment, (tx) => retryFailedFilms(tx, photoId)),

    deleteSet: (moment: Date, bucketId: string, reason: DeletionReason) =>
      atMoment(db, moment, (tx) => deleteBuckets(tx, [bucketId], reason)),

    deletePhoto: (moment: Date, photoId: string) => atMoment(db, moment, (tx) => deletePhotoRow(tx, photoId)),

    /** With all their sets. */
    leave: (moment: Date, userId: string, bucketIds: string[]) =>
      atMoment(db, moment, async (tx) => {
        await deleteBuckets(tx, bucketIds, 'account');
        await deleteUser(tx, userId);
      }),

    /** A refund that an administrator made elsewhere and wrote down. */
    recordRefund: (
      moment: Date,
      given: { bucketId: string; amount: number; currency: string; paymentIntent: string; recordedBy: string },
    ) =>
      atMoment(db, moment, (tx) => insertRefund(tx, { ...given, id: newId(), providerRef: null, note: 'A courtesy' })),

    /** Further films of the effect of a film, without payment. @returns them */
    grant: async (
      moment: Date,
      deps: Deps,
      adminId: string,
      given: { filmId: string; bucketId: string; count: number },
    ) => {
      const { filmId, bucketId, count } = given;
      const film = await firstRow<{ photoId: string; promptId: string }>(
        db,
        sql`select photo_id, prompt_id from films where id = ${filmId}`,
      );
      if (!film) throw new Error('There is no such film');
      const dbOfMoment = new Db({ url: databaseUrl, max: 1, clockOffsetMs: moment.getTime() - Date.now() });
      const then = { ...deps, db: dbOfMoment };
      const key = newId();
      const admin: Actor = {
        userId: adminId,
        role: 'Admin',
        language: 'en',
        sessionHash: randomBytes(32),
        lacksSecondStep: false,
      };
      const { photoId: contentId, promptId } = film;
      await grantFilms(then, admin, { contentId, promptId, bucketId, count, key, note: 'A courtesy', settles: [] });
      await dbOfMoment.destroy();
      // Its clock went on meanwhile.
      await runStatement(db, sql`update films set created_at = ${moment} where credit_id = ${key}`);
      return allRows<{ id: string; photoId: string }>(
        db,
        sql`select id, photo_id from films where credit_id = ${key} order by number`,
      );
    },

    /** As the payment provider tells it, or that it failed. */
    refund: (
      moment: Date,
      given: {
        kind: 'refund' | 'refund_failed' | 'refund_total';
        ref: string;
        amount: number;
        currency: string;
        paymentIntent: string;
      },
    ) =>
      atMoment(db, moment, (tx) => {
        const { ref, ...fact } = given;
        return addToLedger(tx, { ...fact, providerRef: ref, checkoutId: null, reason: null });
      }),
  };
}

const film = {
  filmKey: 'films/of-a-test.mp4',
  posterKey: null,
  bytes: 1000,
  width: 640,
  height: 480,
  durationMs: 5000,
  report: null,
};
