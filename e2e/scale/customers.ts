import { setTimeout as delay } from 'node:timers/promises';
import { newId, newToken, sha256 } from '../../server/src/platform/ids.ts';
import { sql } from 'kysely';
import { firstRow, runStatement } from '../../server/test/statements.ts';
import { consents, invoiceData } from '../../server/test/shop.ts';
import { newPhoto } from '../../server/test/upload.ts';
import type { Site } from './site.ts';

/** A failed request. */
export interface Failure {
  what: string;
  /** Start and end in milliseconds of `performance.now()`. */
  from: number;
  to: number;
  why: string;
}

export interface Customer {
  token: string;
  bucketId: string;
  photoIds: string[];
}

/** Customers who order through the balancer, and their failed requests. */
export interface Customers {
  readonly failures: Failure[];
  readonly orders: Customer[];
  /** Number of successful requests. */
  answered(): number;
  /** Places one order of a new customer: one photo, by default with two films. */
  order(what?: { films: number }): Promise<void>;
  /** Keeps placing orders with this many concurrent customers; `stop` waits for their last orders. */
  begin(atOnce: number): { stop(): Promise<void> };
}

export function createCustomers(site: Site): Customers {
  const failures: Failure[] = [];
  const orders: Customer[] = [];
  let answered = 0;

  /** Retries until the request succeeds, as a person would; every failure is recorded. */
  async function ask(what: string, send: () => Promise<Response>, good: number): Promise<Record<string, unknown>> {
    for (let tries = 1; ; tries++) {
      const from = performance.now();
      try {
        const response = await send();
        if (response.status === good) {
          answered += 1;
          return response.headers.get('content-type')?.includes('json')
            ? ((await response.json()) as Record<string, unknown>)
            : {};
        }
        throw new Error(`${response.status} ${await response.text()}`);
      } catch (error) {
        const cause = (error as Error).cause instanceof Error ? ` (${((error as Error).cause as Error).message})` : '';
        failures.push({ what, from, to: performance.now(), why: `${(error as Error).message}${cause}` });
        if (tries === 10) throw error;
        await delay(300);
      }
    }
  }

  async function order({ films = 2 } = {}): Promise<void> {
    const { token } = await signUp(site);
    const headers = { authorization: `Bearer ${token}` };
    const post = (path: string, body: object) => () =>
      fetch(site.url + path, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const photo = await newPhoto();
    const setKey = crypto.randomUUID();
    const uploaded = (await ask(
      'upload',
      () => {
        const form = new FormData();
        form.set('setKey', setKey);
        form.set('files', new Blob([photo.bytes as Uint8Array<ArrayBuffer>], { type: 'image/jpeg' }), 'photo.jpg');
        return fetch(`${site.url}/api/content/upload`, { method: 'POST', headers, body: form });
      },
      201,
    )) as { bucketId: string; content: { id: string; photoUrl: string }[] };
    const { bucketId } = uploaded;
    const photoIds = uploaded.content.map(({ id }) => id);
    // One process signs the link, any process may serve it.
    for (const { photoUrl } of uploaded.content) await ask('photo', () => fetch(new URL(photoUrl, site.url)), 200);
    const prompt = await firstRow<{ id: string }>(site.db, sql`select id from prompts order by position, id limit 1`);
    const actions = [{ promptId: prompt?.id, variety: films }];
    const contents = photoIds.map((id) => ({ id, actions }));
    await ask('effects', post('/api/content/update-batch', { contents }), 200);
    const page = await ask(
      'checkout',
      post('/api/payment/create-checkout-session', { bucketId, invoiceData, consents }),
      200,
    );
    await site.checkout.pay(String(page['url']));
    orders.push({ token, bucketId, photoIds });
    await ask('status', post('/api/content/batch-status', { contentIds: photoIds }), 200);
  }

  return {
    failures,
    orders,
    answered: () => answered,
    order,
    begin: (atOnce) => {
      const over = new AbortController();
      const people = Array.from({ length: atOnce }, async () => {
        while (!over.signal.aborted) await order();
      });
      return {
        stop: async () => {
          over.abort();
          await Promise.all(people);
        },
      };
    },
  };
}

/** A verified account with a session. */
async function signUp({ db }: Site): Promise<{ token: string }> {
  const [id, token] = [newId(), newToken()];
  await runStatement(
    db,
    sql`
    insert into users (id, name, email, password_hash, email_verified_at, created_at)
    values (${id}, 'Ilse Brandt', ${`${id}@example.com`}, 'none', app_now(), app_now())`,
  );
  await runStatement(
    db,
    sql`insert into sessions (token_hash, user_id, created_at, last_used_at) values (${sha256(token)}, ${id}, app_now(), app_now())`,
  );
  return { token };
}
