import type { Clock } from '../../platform/clock.ts';
import { sql, type Queryable, type Tx } from '../../platform/db.ts';

/** Notes that a film with this SHA-256 was made here; outlives the film. */
export async function keepFingerprint(tx: Tx, clock: Clock, sha256: Buffer): Promise<void> {
  await tx.run(sql`
    insert into film_fingerprints (sha256, made_at) values (${sha256}, ${clock.now()}) on conflict (sha256) do nothing`);
}

/** When a film with this SHA-256 was made here; undefined where none was. */
export async function madeAt(db: Queryable, sha256: Buffer): Promise<Date | undefined> {
  const row = await db.first<{ madeAt: Date }>(sql`select made_at from film_fingerprints where sha256 = ${sha256}`);
  return row?.madeAt;
}
