import type { Queryable } from '../../../platform/database/db.ts';
import { appNow } from '../../../platform/database/expressions.ts';

/** The deletion of every generation that a provider holds and no order needs. */
export interface GenerationDeletion {
  id: string;
  provider: string;
  providerUrl: string;
  state: 'running' | 'done' | 'failed';
  /** Number of generations that the provider holds; null until its list has been read. */
  total: number | null;
  deleted: number;
  skipped: number;
  reason: string | null;
  /** Null once the administrator's account is deleted. */
  requestedBy: string | null;
  createdAt: Date;
  endedAt: Date | null;
}

const columns = [
  'id',
  'provider',
  'providerUrl',
  'state',
  'total',
  'deleted',
  'skipped',
  'reason',
  'requestedBy',
  'createdAt',
  'endedAt',
] as const;

export type NewGenerationDeletion = Pick<GenerationDeletion, 'id' | 'provider' | 'providerUrl'> & { userId: string };

/** Undefined if one is running already. */
export function insertGenerationDeletion(
  db: Queryable,
  { id, provider, providerUrl, userId }: NewGenerationDeletion,
): Promise<GenerationDeletion | undefined> {
  return db
    .insertInto('generationDeletions')
    .values({ id, provider, providerUrl, requestedBy: userId, createdAt: appNow })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst();
}

/** The running deletion, else the latest. */
export function findLatestGenerationDeletion(db: Queryable): Promise<GenerationDeletion | undefined> {
  return db
    .selectFrom('generationDeletions')
    .select(columns)
    .orderBy(({ eb }) => eb('state', '=', 'running'), 'desc')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function runningGenerationDeletion(db: Queryable, id: string): Promise<GenerationDeletion | undefined> {
  return db
    .selectFrom('generationDeletions')
    .where('id', '=', id)
    .where('state', '=', 'running')
    .select(columns)
    .executeTakeFirst();
}

/** Records how many generations the provider still holds. */
export async function recordGenerationsFound(db: Queryable, id: string, found: number): Promise<void> {
  await db
    .updateTable('generationDeletions')
    .where('id', '=', id)
    .set(({ eb }) => ({ total: eb('deleted', '+', found), skipped: 0 }))
    .execute();
}

export async function recordGenerationsHandled(
  db: Queryable,
  id: string,
  { deleted, skipped }: { deleted: number; skipped: number },
): Promise<void> {
  await db
    .updateTable('generationDeletions')
    .where('id', '=', id)
    .set(({ eb }) => ({ deleted: eb('deleted', '+', deleted), skipped: eb('skipped', '+', skipped) }))
    .execute();
}

export async function endGenerationDeletion(
  db: Queryable,
  id: string,
  end: { state: 'done' } | { state: 'failed'; reason: string },
): Promise<void> {
  await db
    .updateTable('generationDeletions')
    .where('id', '=', id)
    .where('state', '=', 'running')
    .set({ state: end.state, reason: 'reason' in end ? end.reason : null, endedAt: appNow })
    .execute();
}
