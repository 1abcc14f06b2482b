import { randomUUID } from 'node:crypto';
import { persistently } from '../persistently.ts';
import { until } from '../../../server/test/until.ts';
import type { Order } from './order.ts';
import type { HeldEvent, Session } from '../world/stand-ins.ts';
import type { World } from '../world/world.ts';

/** The checkout sessions of an order, newest first. */
export async function sessionsOf(world: World, { bucketId }: Order): Promise<Session[]> {
  return (await world.checkout.sessions()).filter(({ metadata }) => metadata['bucketId'] === bucketId);
}

/** The one session of an order that can be paid. */
export async function openSession(world: World, order: Order): Promise<Session> {
  const [session, ...others] = (await sessionsOf(world, order)).filter(({ status }) => status === 'open');
  if (!session || others.length > 0) throw new Error(`${session ? others.length + 1 : 0} open sessions instead of one`);
  return session;
}

/** Waits for an event of a type about the order. */
export async function eventOf(world: World, order: Order, type = 'checkout.session.completed'): Promise<HeldEvent> {
  let found: HeldEvent | undefined;
  await until(async () => {
    const ids = (await sessionsOf(world, order)).map(({ id }) => id);
    found = (await world.checkout.events()).find((event) => event.type === type && ids.includes(event.object));
    return found !== undefined;
  });
  return found as HeldEvent;
}

/** Posts a made-up event with a valid signature. @returns the status; 0 without a response */
export async function postEvent(world: World, type: string, object: object): Promise<number> {
  const body = JSON.stringify({ id: `evt_${randomUUID()}`, object: 'event', type, data: { object } });
  return fetch(`${world.url}/api/payment/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': world.checkout.sign(body) },
    body,
    signal: AbortSignal.timeout(20_000),
  }).then(
    ({ status }) => status,
    () => 0,
  );
}

/** Delivers an event `times` times concurrently. @returns the results */
export async function deliverAgain(world: World, event: HeldEvent, times: number): Promise<string[]> {
  const { results } = (await world.checkout.control('POST', `webhooks/${event.id}/deliver`, { times })) as {
    results: string[];
  };
  return results;
}

/** Waits until the shop has marked the order as paid. */
export async function untilPaid(world: World, { bucketId }: Order, timeoutMs: number): Promise<void> {
  const isPaid = async () => {
    const [row] = await world.database.query<{ status: string }>('select status from buckets where id = $1', [
      bucketId,
    ]);
    return row?.status === 'paid';
  };
  await until(
    () => persistently(isPaid),
    timeoutMs,
    () => 'the shop does not know that the set is paid',
  );
}
