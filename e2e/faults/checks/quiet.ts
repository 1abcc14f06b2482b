import { until } from '../../../server/test/until.ts';
import type { World } from '../world/world.ts';

/** Waits until nothing is in progress, neither in the product nor on its way to it. */
export async function untilQuiet(world: World, timeoutMs = 120_000): Promise<void> {
  await Promise.all([world.web, world.worker, ...world.extraWorkers].map((program) => program.ready()));
  await until(
    async () => (await underWay(world)).length === 0,
    timeoutMs,
    async () => `still under way: ${(await underWay(world)).join(', ')}`,
  );
}

/** Describes what is in progress. */
export async function underWay(world: World): Promise<string[]> {
  const [events, sessions, counts] = await Promise.all([
    world.checkout.events(),
    world.checkout.sessions(),
    world.database.query<Record<string, number>>(counted).catch(() => [{ database: 1 }]),
  ]);
  const undelivered = events.filter(({ state }) => state === 'pending').length;
  const paid = sessions.filter((session) => session.payment_status === 'paid').map(({ id }) => id);
  const [{ unsettled } = { unsettled: 1 }] = await world.database
    .query<{ unsettled: number }>(
      `select count(*)::int as unsettled from checkouts where session_id = any($1) and state in ('creating', 'open')`,
      [paid],
    )
    .catch(() => []);
  const all = { ...counts[0], 'undelivered events': undelivered, 'unsettled payments': unsettled };
  return Object.entries(all)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count} ${what}`);
}

/** What is scheduled for later, such as deleting a provider's copies or the file of an upload whose process died, does not count. */
const counted = `
  select
    (select count(*) from films where state in ('queued', 'creating', 'retry_pending'))::int as "open films",
    (select count(*) from attempts where state in ('submitting', 'unknown', 'submitted'))::int as "living attempts",
    (select count(*) from mails where state = 'queued')::int as "waiting mails",
    (select count(*) from file_removals where requested_at <= now())::int as "announced files",
    (select count(*) from graphile_worker.jobs where attempts < max_attempts and task_identifier not like 'sweep%'
      and (locked_at is not null or run_at < now() + interval '2 minutes'))::int as "jobs"`;
