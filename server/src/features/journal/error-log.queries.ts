import type { Queryable } from '../../platform/database/db.ts';
import { appNow, later } from '../../platform/database/expressions.ts';
import { newId } from '../../platform/ids.ts';

export interface ErrorEntry {
  /** The module that reports it: `payment`, `videos`, `mail`, `http` … */
  moduleName: string;
  /** What happened, with the ids that an administrator needs; no secrets, no personal data. */
  errorMessage: string;
  photoId?: string | undefined;
}

/** Adds an entry to the administrators' error list. */
export async function recordError(db: Queryable, { moduleName, errorMessage, photoId }: ErrorEntry): Promise<void> {
  await db
    .insertInto('errorLogs')
    .values({
      id: newId(),
      createdAt: appNow,
      moduleName,
      errorMessage: errorMessage.slice(0, longestMessage),
      photoId: photoId ?? null,
    })
    .execute();
}

/** The same, unless an equal entry was written within the last `minutes`: for errors that repeat until they are fixed. */
export async function recordErrorOnce(db: Queryable, entry: ErrorEntry, minutes: number): Promise<void> {
  const written = await db
    .selectFrom('errorLogs')
    .where('moduleName', '=', entry.moduleName)
    .where('errorMessage', '=', entry.errorMessage.slice(0, longestMessage))
    .where('createdAt', '>', later(appNow, -minutes * 60_000))
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (!written) await recordError(db, entry);
}

/** In characters. */
const longestMessage = 2000;
