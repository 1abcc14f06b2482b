import { sql, type Queryable } from '../../../platform/db.ts';
import { sha256 } from '../../../platform/ids.ts';

/** Whether an account was signed in to from a network before. */
export async function isKnownNetwork(db: Queryable, userId: string, network: string): Promise<boolean> {
  const known = await db.first(sql`
    select 1 from known_networks where user_id = ${userId} and network_hash = ${hashOf(userId, network)}`);
  return known !== undefined;
}

export async function noteKnownNetwork(db: Queryable, userId: string, network: string): Promise<void> {
  await db.run(sql`
    insert into known_networks (user_id, network_hash, last_used_at) values (${userId}, ${hashOf(userId, network)}, app_now())
    on conflict (user_id, network_hash) do update set last_used_at = excluded.last_used_at`);
}

/** Forgets networks that an account was not signed in from for so many days. */
export function removeOldNetworks(db: Queryable, days: number): Promise<number> {
  return db.run(sql`delete from known_networks where last_used_at < app_now() - ${days}::int * interval '1 day'`);
}

function hashOf(userId: string, network: string): Buffer {
  return sha256(`${userId} ${network}`);
}
