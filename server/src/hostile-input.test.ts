import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, test } from 'vitest';
import { api, type NamedEndpoint } from '@keepsake/contract/api';
import { createPhotoSet } from '../test/photo-set.ts';
import { recordSale } from '../test/record-sale.ts';
import { startTestApp, type TestApp, type TestUser } from '../test/harness.ts';
import { hostileTexts, hostileValues, placesOf, sampleInput, withAt } from '../test/hostile-input.ts';
import { sql } from './platform/db.ts';

// Whatever a client sends in any field of any call, it gets an answer that says what is wrong, and administrators are told nothing.
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(undefined);
});

/** What can be named in fields, made anew for each call of the contract, as some of them delete it. */
interface Scene {
  user: TestUser;
  admin: TestUser;
  known: Record<string, unknown>;
}

for (const call of api.filter(({ endpoint }) => endpoint.bodyType === undefined || endpoint.bodyType === 'json')) {
  const { endpoint, name } = call;
  if (!endpoint.params && !endpoint.query && !endpoint.body) continue;
  test(`${name} has an answer to everything`, async () => {
    await app.db.run(sql`delete from error_logs`);
    const scene = await setScene(call);
    const sample = sampler(call, scene);
    const accepted = await send(call, scene, sample());
    assert.doesNotMatch(accepted.body, /validation_failed/, `right but for one field: ${accepted.body}`);
    for (const part of ['params', 'query', 'body'] as const) {
      const places = part in sample() ? placesOf(sample()[part]) : [];
      for (const place of places.filter((path) => part === 'body' || path.length > 0)) {
        for (const value of part === 'body' ? hostileValues(sample()[part], place) : hostileTexts) {
          const good = sample();
          await expectAnswer(call, scene, { ...good, [part]: withAt(good[part], place, value) }, [
            part,
            ...place,
            value,
          ]);
        }
      }
    }
    assert.deepEqual(await app.db.query(sql`select error_message from error_logs where module_name = 'http'`), []);
  });
}

interface Parts {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

/** Makes inputs that are right, each with texts of its own, so that nothing is refused because it is there already. */
function sampler({ endpoint }: NamedEndpoint, { known }: Scene): () => Parts {
  const { params, query, body } = endpoint;
  const { id: _, ...knownFields } = known;
  const parts = {
    ...(params && {
      params: sampleInput(params, { ...known, filename: `${randomUUID()}.jpg`, fingerprint: 'a'.repeat(64) }),
    }),
    ...(query && { query: sampleInput(query, known) }),
    ...(body && { body: sampleInput(body, knownFields) }),
  };
  return () => Object.fromEntries(Object.entries(parts).map(([part, make]) => [part, make()]));
}

async function expectAnswer(call: NamedEndpoint, scene: Scene, parts: Parts, what: unknown[]): Promise<void> {
  const { statusCode, body } = await send(call, scene, parts);
  const told = `${JSON.stringify(what).slice(0, 200)}: ${statusCode} ${body.slice(0, 300)}`;
  // The tests' payment provider is one that nobody reaches.
  assert.ok(statusCode < 500 || body.includes('"payment_unavailable"'), told);
  assert.doesNotMatch(body, /syntax error|violates|constraint|\bselect\b .* \bfrom\b|invalid input/i, told);
}

function send({ endpoint }: NamedEndpoint, scene: Scene, parts: Parts) {
  const params = (parts.params ?? {}) as Record<string, unknown>;
  const path = endpoint.path.replaceAll(/:([a-z]+)/gi, (_, name: string) => encode(params[name]));
  const query = Object.entries((parts.query ?? {}) as Record<string, unknown>);
  const search = query.map(([name, value]) => `${name}=${encode(value)}`).join('&');
  const token = endpoint.access === 'admin' ? scene.admin.token : scene.user.token;
  return app.app.server.inject({
    method: endpoint.method,
    url: `${path}${search && `?${search}`}`,
    headers: { authorization: `Bearer ${token}`, ...(endpoint.body && { 'content-type': 'application/json' }) },
    ...(endpoint.body && { payload: JSON.stringify(parts.body) }),
  });
}

/** Bytes that are no UTF-8, where a text has half of a surrogate pair. */
function encode(value: unknown): string {
  const text = String(value);
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80';
}

async function setScene({ endpoint }: NamedEndpoint): Promise<Scene> {
  const [user, admin] = [await app.createUser(), await app.createUser({ role: 'Admin' })];
  const { bucketId, contentIds } = await createPhotoSet(app.db, user.id, [[1]]);
  const isAboutOrder = endpoint.path.includes('/orders/');
  if (isAboutOrder) {
    await app.db.run(sql`update buckets set status = 'paid', paid_at = app_now() where id = ${bucketId}`);
    await recordSale(app.db, bucketId, 698);
  }
  const [prompt] = await app.db.query<{ id: string }>(sql`select id from prompts order by position, id limit 1`);
  const [pictogram] = await app.db.query<{ id: string; key: string }>(sql`select id, key from pictograms limit 1`);
  const objects: [part: string, id: string | undefined][] = [
    ['/prompts/', prompt?.id],
    ['/suggestion-pictograms/', pictogram?.id],
    ['/users/', user.id],
    ['/content/:id', contentIds[0]],
    ['/', bucketId],
  ];
  const id = objects.find(([part]) => endpoint.path.includes(part))?.[1];
  const key = isAboutOrder ? randomUUID() : pictogram?.key;
  const names = {
    email: user.email,
    icon: 'fa-heart',
    suggestions: [pictogram?.key],
    partnerCountry: 'US',
    token: 'a'.repeat(43),
    currency: 'EUR',
    serviceProviderUrl: 'https://api.lumalabs.ai/dream-machine/v1',
    textVersion: '2026-11-20',
    reference: 're_1',
    payment: 'pi_1',
    contentIds,
  };
  return { user, admin, known: { ...names, id, key, bucketId, contentId: contentIds[0], promptId: prompt?.id } };
}
