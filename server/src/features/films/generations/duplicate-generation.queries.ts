import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/db.ts';
import { appNow } from '../../../platform/database/expressions.ts';

/** Records generations that were not requested, each once. @returns the new ones */
export async function insertDuplicates(
  db: Queryable,
  { provider, attemptId, generationIds }: { provider: string; attemptId: string; generationIds: string[] },
): Promise<string[]> {
  const rows = await db
    .insertInto('duplicateGenerations')
    .columns(['provider', 'providerGenerationId', 'attemptId', 'foundAt'])
    .expression(({ selectFrom }) =>
      selectFrom(sql<{ id: string }>`(select unnest(${generationIds}::text[]) as id)`.as('found')).select([
        sql<string>`${provider}`.as('provider'),
        'found.id',
        sql<string>`${attemptId}::uuid`.as('attemptId'),
        appNow.as('foundAt'),
      ]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('providerGenerationId')
    .execute();
  return rows.map(({ providerGenerationId }) => providerGenerationId);
}

export async function countDuplicates(db: Queryable): Promise<number> {
  const { found } = await db
    .selectFrom('duplicateGenerations')
    .select(({ fn }) => fn.countAll<number>().as('found'))
    .executeTakeFirstOrThrow();
  return found;
}
