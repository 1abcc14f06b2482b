import { sql, type Queryable } from '../../../platform/db.ts';

/** How many films all living worker processes can render at once. */
export async function renderSlots(db: Queryable, leaseMs: number): Promise<number> {
  const row = await db.first<{ slots: number }>(sql`
    select coalesce(sum(render_slots), 0) as slots from worker_processes
    where heartbeat_at > now() - ${leaseMs}::int * interval '1 millisecond'`);
  return row?.slots ?? 0;
}
