import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../database/db.ts';

/** The keys stored in the database, so that all processes share them; newest first. If there is none, it creates one. */
export async function storedKeys(
  db: Db,
  table: 'signingKeys' | 'secretKeys',
): Promise<{ id: string; secret: Buffer }[]> {
  await db.transaction().execute(async (tx) => {
    // Processes that start at the same moment must not create a key each.
    await sql`select pg_advisory_xact_lock(hashtext(${table}))`.execute(tx);
    const first = await tx.selectFrom(table).select('id').limit(1).executeTakeFirst();
    if (first) return;
    await tx
      .insertInto(table)
      .values({ id: randomBytes(4).toString('hex'), secret: randomBytes(32) })
      .execute();
  });
  return db.selectFrom(table).select(['id', 'secret']).orderBy('createdAt', 'desc').orderBy('id').execute();
}
