import type { Clock } from '../../../platform/clock.ts';
import { sql, type Queryable } from '../../../platform/db.ts';

/** Counts generations that nobody asked for; each once. @returns those that are new */
export async function insertDuplicates(
  db: Queryable,
  clock: Clock,
  { provider, attemptId, generationIds }: { provider: string; attemptId: string; generationIds: string[] },
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    insert into duplicate_generations (provider, provider_generation_id, attempt_id, found_at)
    select ${provider}, id, ${attemptId}, ${clock.now()} from unnest(${generationIds}::text[]) as id
    on conflict do nothing returning provider_generation_id as id`);
  return rows.map(({ id }) => id);
}

export async function countDuplicates(db: Queryable): Promise<number> {
  const row = await db.first<{ found: number }>(sql`select count(*) as found from duplicate_generations`);
  return row?.found ?? 0;
}
