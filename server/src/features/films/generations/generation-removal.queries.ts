import { sql, type Expression, type ExpressionBuilder, type OnConflictBuilder, type SqlBool } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/db.ts';
import { any, databaseNow, later } from '../../../platform/database/expressions.ts';
import type { Tables } from '../../../platform/database/tables.ts';

/** The removal of a generation that the provider may still hold, although no order needs its attempt any more. */
export interface GenerationRemoval {
  attemptId: string;
  provider: string;
  providerUrl: string;
  providerGenerationId: string | null;
  token: string;
  sendableUntil: Date;
  missingListings: number;
  tries: number;
  /** The database's time when it was claimed. */
  now: Date;
}

/**
 * Schedules the removal of all generations of these photos at their providers. Call it before the rows are deleted. A removal is due when no worker
 * can hold the attempt's lease any more; until then its holder cleans up. The attempts stay locked, so that none is sent meanwhile.
 */
export function requestGenerationRemovals(tx: Tx, photoIds: string[]): Promise<void> {
  return requestRemovals(tx, ({ eb, selectFrom }) =>
    eb('filmId', 'in', selectFrom('films').where('photoId', '=', any(photoIds)).select('films.id')),
  );
}

/** The same for single films. */
export function requestRemovalsOfFilms(tx: Tx, filmIds: string[]): Promise<void> {
  return requestRemovals(tx, ({ eb }) => eb('filmId', '=', any(filmIds)));
}

async function requestRemovals(tx: Tx, isMeant: AttemptCondition): Promise<void> {
  await tx.selectFrom('attempts').where(isMeant).select('id').orderBy('id').forUpdate().execute();
  const hasCopy: AttemptCondition = (attempt) => attempt.and([isMeant(attempt), attempt('copyRemovedAt', 'is', null)]);
  await insertRemovals(tx, hasCopy, sql<Date>`greatest(${databaseNow}, lease_until)`);
}

/** Schedules the removal of the provider's copy of an attempt's film after `afterMs`. */
export async function requestRemoval(tx: Tx, attemptId: string, afterMs: number): Promise<void> {
  await insertRemovals(tx, ({ eb }) => eb('id', '=', attemptId), later(databaseNow, afterMs));
}

type AttemptCondition = (attempt: ExpressionBuilder<Tables, 'attempts'>) => Expression<SqlBool>;

/** Skips attempts that were never sent. A removal that is already scheduled becomes due at the earlier of both times. */
async function insertRemovals(tx: Tx, condition: AttemptCondition, dueAt: Expression<Date>): Promise<void> {
  await tx
    .insertInto('generationRemovals')
    .columns(['attemptId', 'provider', 'providerUrl', 'providerGenerationId', 'token', 'sendableUntil', 'dueAt'])
    .expression(({ selectFrom }) =>
      selectFrom('attempts')
        .where('sentAt', 'is not', null)
        .where(condition)
        .select(({ ref }) => [
          'id',
          'provider',
          'providerUrl',
          'providerGenerationId',
          'token',
          // Not null for an attempt that was sent.
          ref('sendableUntil').$notNull().as('sendableUntil'),
          sql<Date>`${dueAt}`.as('dueAt'),
        ]),
    )
    .onConflict(mergeRemoval)
    .execute();
}

function mergeRemoval(conflict: OnConflictBuilder<Tables, 'generationRemovals'>) {
  return conflict.column('attemptId').doUpdateSet(({ fn }) => ({
    providerGenerationId: fn.coalesce('excluded.providerGenerationId', 'generationRemovals.providerGenerationId'),
    dueAt: fn<Date>('least', ['generationRemovals.dueAt', 'excluded.dueAt']),
  }));
}

/** Schedules the removal of a generation whose attempt is already deleted. */
export async function requestOrphanRemoval(
  db: Queryable,
  attempt: { id: string; provider: string; providerUrl: string; providerGenerationId: string | null; token: string },
): Promise<void> {
  const { id: attemptId, provider, providerUrl, providerGenerationId, token } = attempt;
  await db
    .insertInto('generationRemovals')
    .values({
      attemptId,
      provider,
      providerUrl,
      providerGenerationId,
      token,
      sendableUntil: databaseNow,
      dueAt: databaseNow,
    })
    .onConflict(mergeRemoval)
    .execute();
}

/** Claims up to `count` due removals for `forMs`; one that is not finished by then becomes due again. */
export function claimRemovals(db: Queryable, count: number, forMs: number): Promise<GenerationRemoval[]> {
  return db
    .updateTable('generationRemovals')
    .where('attemptId', 'in', ({ selectFrom }) =>
      selectFrom('generationRemovals')
        .where('dueAt', '<=', databaseNow)
        .select('attemptId')
        .orderBy('dueAt')
        .orderBy('attemptId')
        .limit(count)
        .forUpdate()
        .skipLocked(),
    )
    .set(({ eb }) => ({ tries: eb('tries', '+', 1), dueAt: later(databaseNow, forMs) }))
    .returning([
      'attemptId',
      'provider',
      'providerUrl',
      'providerGenerationId',
      'token',
      'sendableUntil',
      'missingListings',
      'tries',
      databaseNow.as('now'),
    ])
    .execute();
}

export async function postponeRemoval(
  db: Queryable,
  attemptId: string,
  missingListings: number,
  afterMs: number,
): Promise<void> {
  await db
    .updateTable('generationRemovals')
    .where('attemptId', '=', attemptId)
    .set({ missingListings, dueAt: later(databaseNow, afterMs) })
    .execute();
}

/** Deletes a finished removal, unless its generation id was found meanwhile. @returns whether it was deleted */
export async function deleteRemoval(
  db: Queryable,
  { attemptId, providerGenerationId }: GenerationRemoval,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('generationRemovals')
    .where('attemptId', '=', attemptId)
    .where('providerGenerationId', 'is not distinct from', providerGenerationId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function hasDueRemovals(db: Queryable): Promise<boolean> {
  const due = await db
    .selectFrom('generationRemovals')
    .where('dueAt', '<=', databaseNow)
    .select('attemptId')
    .limit(1)
    .executeTakeFirst();
  return due !== undefined;
}

/** Whether the file of a customer's film has this storage key. */
export async function isFilmInUse(db: Queryable, filmKey: string): Promise<boolean> {
  const film = await db.selectFrom('films').where('filmKey', '=', filmKey).select('id').executeTakeFirst();
  return film !== undefined;
}
