import type { FailureCode } from '@keepsake/contract/films/videos';
import { AppError } from '../../errors.ts';
import type { ExpressionBuilder } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/db.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { any, appNow } from '../../platform/database/expressions.ts';
import { newId } from '../../platform/ids.ts';
import { refundOfFilm } from './refunded-film.queries.ts';

/**
 * Records that a customer has paid for a film that was not made as ordered. A film has at most one open record; that of a film which was refunded
 * before is settled by the refund from the start, and is reopened if the refund fails.
 */
export async function recordOwedFilm(
  tx: Tx,
  { filmId, bucketId, failureCode }: { filmId: string; bucketId: string; failureCode: FailureCode },
): Promise<void> {
  const refund = await refundOfFilm(tx, filmId);
  await tx
    .insertInto('owedFilms')
    .values({
      id: newId(),
      filmId,
      bucketId,
      failureCode,
      owedAt: appNow,
      ...(refund && { ...refund, settledAt: appNow, settlement: 'refund' }),
    })
    .onConflict((conflict) =>
      conflict
        .column('filmId')
        .where('settledAt', 'is', null)
        .doUpdateSet(({ ref }) => ({ failureCode: ref('excluded.failureCode') })),
    )
    .execute();
}

/** Whether a film is owed: its record is not settled. */
export function isOwed({ exists, selectFrom }: ExpressionBuilder<Tables, 'films'>) {
  return exists(
    selectFrom('owedFilms')
      .whereRef('owedFilms.filmId', '=', 'films.id')
      .where('owedFilms.settledAt', 'is', null)
      .select('owedFilms.id'),
  ).$castTo<boolean>();
}

/** Whether a bucket cost money, or was sold before amounts were recorded. */
export async function isPaidFor(tx: Tx, bucketId: string): Promise<boolean> {
  const free = await tx
    .selectFrom('sales')
    .where('bucketId', '=', bucketId)
    .where('amount', '=', 0)
    .select('bucketId')
    .executeTakeFirst();
  return free === undefined;
}

/** Settles the open record of a film that was delivered after all. */
export async function settleByDelivery(tx: Tx, filmId: string): Promise<void> {
  await tx
    .updateTable('owedFilms')
    .where('filmId', '=', filmId)
    .where('settledAt', 'is', null)
    .set({ settledAt: appNow, settlement: 'delivered' })
    .execute();
}

/**
 * Settles the owed films of photos that are being deleted and cost nothing: there is no payment to refund, and no film can be made without the photo.
 */
export async function settleFreeByDeletion(tx: Tx, photoIds: string[]): Promise<void> {
  await tx
    .updateTable('owedFilms')
    .from('films')
    .innerJoin('sales', 'sales.bucketId', 'films.bucketId')
    .whereRef('films.id', '=', 'owedFilms.filmId')
    .where('films.photoId', '=', any(photoIds))
    .where('sales.amount', '=', 0)
    .where('owedFilms.settledAt', 'is', null)
    .set({ settledAt: appNow, settlement: 'photo_deleted' })
    .execute();
}

export interface OwedFilm {
  id: string;
  bucketId: string;
  /** Null if the customer has deleted the photo since. */
  photoId: string | null;
  failureCode: string;
  owedAt: Date;
}

function selectOwed(db: Queryable) {
  return db
    .selectFrom('owedFilms')
    .select(({ selectFrom }) => [
      'id',
      'bucketId',
      selectFrom('films').whereRef('films.id', '=', 'owedFilms.filmId').select('films.photoId').as('photoId'),
      'failureCode',
      'owedAt',
    ]);
}

/** Owed films, longest owed first. */
export function owedFilmsPage(db: Queryable, { page, limit }: { page: number; limit: number }): Promise<OwedFilm[]> {
  return selectOwed(db)
    .where('settledAt', 'is', null)
    .orderBy('owedAt')
    .orderBy('id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
}

/** The owed films of one bucket. */
export function owedFilmsOfBucket(db: Queryable, bucketId: string): Promise<OwedFilm[]> {
  return selectOwed(db)
    .where('bucketId', '=', bucketId)
    .where('settledAt', 'is', null)
    .orderBy('owedAt')
    .orderBy('id')
    .execute();
}

export async function countOwedFilms(db: Queryable): Promise<number> {
  const { owed } = await db
    .selectFrom('owedFilms')
    .where('settledAt', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('owed'))
    .executeTakeFirstOrThrow();
  return owed;
}

function owedFilmById(db: Queryable, id: string): Promise<OwedFilm | undefined> {
  return selectOwed(db).where('id', '=', id).executeTakeFirst();
}

/** Whether one of these records is for a film of this photo and effect that shows something else. */
export async function areReplacedFilms(
  db: Queryable,
  ids: readonly string[],
  { photoId, promptId }: { photoId: string; promptId: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('owedFilms')
    .innerJoin('films', 'films.id', 'owedFilms.filmId')
    .where('owedFilms.id', '=', any(ids))
    .where('owedFilms.failureCode', '=', 'effect_replaced')
    .where('films.photoId', '=', photoId)
    .where('films.promptId', '=', promptId)
    .select('owedFilms.id')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export interface OwedFilmSettlement {
  id: string;
  settlement: 'refund' | 'free_versions';
  note: string;
  adminId: string;
  /** The recorded refund, or the grant, that settles it. */
  creditId: string;
}

/** Settles owed films of a bucket by a refund or by further films, all or none. @throws AppError not_found, already_settled */
export async function settleOwedFilms(
  tx: Tx,
  { bucketId, ids, ...settlement }: Omit<OwedFilmSettlement, 'id'> & { bucketId: string; ids: string[] },
): Promise<void> {
  for (const id of ids.toSorted()) {
    const film = await owedFilmById(tx, id);
    if (film?.bucketId !== bucketId) throw new AppError('not_found');
    if (!(await settleOwedFilm(tx, { ...settlement, id }))) throw new AppError('already_settled');
  }
}

/** Settles the owed films of a bucket, or the given ones, after a refund through the payment provider. */
export async function settleByRefund(
  tx: Tx,
  given: { refundId: string; bucketId: string; filmIds: string[] | 'all'; note: string; adminId: string },
): Promise<void> {
  const { refundId, bucketId, filmIds, note, adminId } = given;
  await tx
    .updateTable('owedFilms')
    .where('bucketId', '=', bucketId)
    .where('settledAt', 'is', null)
    .where(({ and, eb }) => and(filmIds === 'all' ? [] : [eb('filmId', '=', any(filmIds))]))
    .set(({ selectFrom }) => ({
      settledAt: appNow,
      settlement: 'refund',
      refundId,
      note,
      // Null if the account was deleted before the provider answered.
      settledBy: selectFrom('users').where('users.id', '=', adminId).select('users.id'),
    }))
    .execute();
}

/** Reopens the records that a failed refund had settled, except those of films that were made as ordered since. */
export async function reopenOwedFilms(tx: Tx, refundId: string): Promise<void> {
  const debts = await tx
    .selectFrom('owedFilms')
    .innerJoin('films', 'films.id', 'owedFilms.filmId')
    .where('owedFilms.refundId', '=', refundId)
    .where(({ or, eb }) => or([eb('films.state', '=', 'failed'), eb('owedFilms.failureCode', '=', 'effect_replaced')]))
    .select(({ fn }) => [
      'films.id as filmId',
      'films.bucketId',
      fn.coalesce('films.failureCode', 'owedFilms.failureCode').as('failureCode'),
    ])
    .$narrowType<{ failureCode: FailureCode }>()
    .execute();
  for (const debt of debts) await recordOwedFilm(tx, debt);
}

/** @returns whether it was still owed */
async function settleOwedFilm(
  db: Queryable,
  { id, settlement, note, adminId, creditId }: OwedFilmSettlement,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('owedFilms')
    .where('id', '=', id)
    .where('settledAt', 'is', null)
    .set({ settledAt: appNow, settlement, note, settledBy: adminId, creditId })
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
