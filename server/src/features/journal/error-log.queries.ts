import type { Clock } from '../../platform/clock.ts';
import { sql, type Queryable } from '../../platform/database/db.ts';
import { newId } from '../../platform/ids.ts';

export interface ErrorEntry {
  /** The part that reports it: `payment`, `videos`, `mail`, `http` … */
  moduleName: string;
  /** What happened, with the ids that an administrator needs; no secrets, no personal data. */
  errorMessage: string;
  photoId?: string | undefined;
}

/** Writes one entry of the administrators' error list. */
export async function recordError(db: Queryable, clock: Clock, entry: ErrorEntry): Promise<void> {
  await db.run(sql`
    insert into error_logs (id, created_at, module_name, error_message, photo_id)
    values (${newId()}, ${clock.now()}, ${entry.moduleName}, ${entry.errorMessage.slice(0, 2000)}, ${entry.photoId ?? null})`);
}

/** The same, unless an equal entry was written within the last `minutes`: for errors that repeat until they are fixed. */
export async function recordErrorOnce(db: Queryable, clock: Clock, entry: ErrorEntry, minutes: number): Promise<void> {
  const written = await db.first(sql`
    select 1 from error_logs where module_name = ${entry.moduleName} and error_message = ${entry.errorMessage.slice(0, 2000)}
      and created_at > ${clock.now()}::timestamptz - ${minutes}::int * interval '1 minute' limit 1`);
  if (!written) await recordError(db, clock, entry);
}
