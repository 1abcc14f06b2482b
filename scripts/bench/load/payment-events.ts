import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { openConnection, request } from '../environment/connection.ts';
import { withEnvironment, type Scale } from '../environment/environment.ts';
import { addCustomer, onDatabase } from '../environment/fill-database.ts';
import { atMost, type Figure, none, quantile, show } from '../figure.ts';

const webhookSecret = 'whsec_of_the_bench';

/** L10: payment webhooks while the payment provider, the video provider and the mail server hang. */
export function benchPaymentEvents(scale: Scale): Promise<Figure[]> {
  return withEnvironment(scale, async ({ databaseUrl, startProduct }) => {
    const hanging = await startHangingServer();
    try {
      const { url } = await startProduct({
        ROLE: 'all',
        STRIPE_API_BASE: `http://127.0.0.1:${hanging.port}`,
        STRIPE_WEBHOOK_SECRET: webhookSecret,
        SMTP_URL: `smtp://127.0.0.1:${hanging.port}`,
        LUMAAI_API_KEY: 'a-key',
        LUMAAI_BASE_URL: `http://127.0.0.1:${hanging.port}/dream-machine/v1`,
      });
      const events = await openCheckouts(databaseUrl, scale.isTrial ? 20 : 300);
      const connection = openConnection(url);
      const times: number[] = [];
      const refused: number[] = [];
      for (const event of events) {
        const body = Buffer.from(JSON.stringify(event));
        const headers = {
          'content-type': 'application/json',
          'stripe-signature': sign(body.toString(), webhookSecret),
        };
        const bytes = request('POST', '/api/payment/webhook', { headers, body });
        const sentAt = performance.now();
        const { status } = await connection.exchange(bytes);
        times.push(performance.now() - sentAt);
        if (status !== 200) refused.push(status);
      }
      connection.close();
      const paid = await countPaid(
        databaseUrl,
        events.map(({ data }) => data.object.metadata.bucketId),
      );
      return [
        atMost('POST /api/payment/webhook with every provider hanging, p99', {
          ours: quantile(times, 0.99),
          bound: 500,
          baseline: `median ${show.ms(quantile(times, 0.5))}`,
          show: show.ms,
        }),
        none('events refused', refused.length, `${events.length} sent`),
        none('orders not fulfilled', events.length - paid, `${events.length} paid`),
      ];
    } finally {
      hanging.stop();
    }
  });
}

/** Creates sets with an open checkout session. @returns a `checkout.session.completed` event for each */
async function openCheckouts(databaseUrl: string, count: number) {
  const { id, bucketIds } = await addCustomer(databaseUrl, { sets: count, photosPerSet: 2 });
  await onDatabase(databaseUrl, async (client) => {
    await client.query('delete from sales where bucket_id = any($1)', [bucketIds]);
    await client.query('delete from checkouts where bucket_id = any($1)', [bucketIds]);
    await client.query('delete from films where bucket_id = any($1)', [bucketIds]);
    await client.query("update buckets set status = 'pending', paid_at = null where id = any($1)", [bucketIds]);
    await client.query(
      `insert into checkouts (id, bucket_id, user_id, revision, price, amount, currency, photos, films, idempotency_key, session_id, state,
         created_at, expires_at)
       select uuidv7(), b.id, $2, b.revision, jsonb_build_object('subtotal', 998, 'discounts', '{}'::jsonb, 'lines', '[]'::jsonb, 'order', (
           select jsonb_agg(jsonb_build_object('photoId', c.id, 'actions', jsonb_build_array(jsonb_build_object('promptId', a.prompt_id, 'variety', a.variety))))
           from photos c join photo_prompts a on a.photo_id = c.id where c.bucket_id = b.id)),
         998, 'USD', 2, 2, 'bench ' || b.id, 'cs_test_' || b.id, 'open', now(), now() + interval '1 day'
       from buckets b where b.id = any($1)`,
      [bucketIds, id],
    );
  });
  return bucketIds.map((bucketId) => ({
    object: 'event',
    id: `evt_${randomUUID()}`,
    type: 'checkout.session.completed',
    data: {
      object: {
        object: 'checkout.session',
        id: `cs_test_${bucketId}`,
        status: 'complete',
        payment_status: 'paid',
        amount_total: 998,
        currency: 'usd',
        payment_intent: `pi_${bucketId}`,
        metadata: { bucketId },
      },
    },
  }));
}

function countPaid(databaseUrl: string, bucketIds: string[]): Promise<number> {
  return onDatabase(databaseUrl, async (client) => {
    const { rowCount } = await client.query("select 1 from buckets where id = any($1) and status = 'paid'", [
      bucketIds,
    ]);
    return rowCount ?? 0;
  });
}

/** @see https://docs.stripe.com/webhooks#verify-manually */
function sign(payload: string, secret: string): string {
  const at = Math.floor(Date.now() / 1000);
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex')}`;
}

/** A server that accepts every connection and never answers. */
async function startHangingServer(): Promise<{ port: number; stop(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    stop: () => {
      sockets.forEach((socket) => socket.destroy());
      server.close();
    },
  };
}
