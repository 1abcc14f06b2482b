import type { Queryable } from '../../../platform/database/db.ts';
import { appNow } from '../../../platform/database/expressions.ts';

/** The pause set by an administrator, with their name. */
export function findMakingPause(db: Queryable): Promise<{ pausedAt: Date; name: string | null } | undefined> {
  return db
    .selectFrom('makingPauses')
    .leftJoin('auditActors as actor', 'actor.id', 'makingPauses.pausedBy')
    .select(['pausedAt', 'name'])
    .executeTakeFirst();
}

export async function isMakingPaused(db: Queryable): Promise<boolean> {
  return (await db.selectFrom('makingPauses').select('isPaused').executeTakeFirst()) !== undefined;
}

/** @returns false if it was paused already */
export async function pauseMakingBy(db: Queryable, userId: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('makingPauses')
    .values({ pausedAt: appNow, pausedBy: userId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function endMakingPause(db: Queryable): Promise<void> {
  await db.deleteFrom('makingPauses').execute();
}
