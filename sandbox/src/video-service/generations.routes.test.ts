import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { apiKey, setUpVideoService } from '../../test/video-setup.ts';
import type { Generation } from './video-context.ts';

const setup = await setUpVideoService();
const { site, request, create } = setup;

type List = { generations: Generation[]; has_more: boolean; count: number; limit: number; offset: number };
type Refusal = { detail: string | { loc: string[] }[] };
const list = async (query = '') => (await request<List>('GET', `/generations${query}`)).body;
const until = (id: string, state: string) =>
  eventually(async () => {
    const { body } = await request('GET', `/generations/${id}`);
    assert.equal(body.state, state);
    return body;
  });

describe('a generation', () => {
  test('is queued, then dreaming, then completed with a film that can be fetched', async () => {
    const { status, body } = await create({ callback_url: `${site.url}/callback` });
    assert.equal(status, 201);
    assert.deepEqual(
      [body.state, body.failure_reason, body.assets, body.model, body.generation_type],
      ['queued', null, null, 'ray-2', 'video'],
    );
    assert.equal(body.request.callback_url, `${site.url}/callback`);
    assert.deepEqual(body.request.keyframes, { frame0: { type: 'image', url: `${site.url}/photo.png` } });

    const done = await until(body.id, 'completed');
    const film = await fetch(String(done.assets?.video));
    assert.equal(film.headers.get('content-type'), 'video/mp4');
    const bytes = Buffer.from(await film.arrayBuffer());
    assert.equal(bytes.length, Number(film.headers.get('content-length')));
    assert.equal(bytes.toString('latin1', 4, 8), 'ftyp');
    const told = site.callbacks.filter(({ id }) => id === body.id).map(({ state }) => state);
    assert.deepEqual(told, ['dreaming', 'completed']);
  });

  test('can be created at either URL, and no two films have the same bytes', async () => {
    const first = (await create()).body;
    const second = (await request('POST', '/generations', site.order)).body;
    const films = [];
    for (const { id } of [first, second]) {
      const done = await until(id, 'completed');
      films.push(Buffer.from(await (await fetch(String(done.assets?.video))).arrayBuffer()));
    }
    assert.ok(!films[0]?.equals(films[1] ?? Buffer.alloc(0)));
  });

  test('fails if its photo cannot be fetched or is not a photo', async () => {
    for (const url of [`${site.url}/nothing.png`, `${site.url}/page.html`, 'http://127.0.0.1:9/photo.png']) {
      const { body } = await create({ keyframes: { frame0: { type: 'image', url } } });
      const failed = await until(body.id, 'failed');
      assert.equal(failed.failure_reason, 'Failed to read user input frames');
      assert.equal(failed.assets, null);
    }
  });

  test('is deleted with its film, whether it is finished or not', async () => {
    const { body } = await create();
    const done = await until(body.id, 'completed');
    const early = (await create()).body;
    for (const { id } of [done, early]) assert.equal((await request('DELETE', `/generations/${id}`)).status, 204);
    assert.equal((await fetch(String(done.assets?.video))).status, 404);
    for (const { id } of [done, early]) {
      const { status, body: answer } = await request<Refusal>('GET', `/generations/${id}`);
      assert.deepEqual([status, answer], [404, { detail: 'Generation not found' }]);
    }
  });

  test('is deleted by a request with a JSON content type and no body', async () => {
    const { body } = await create();
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const response = await fetch(`${setup.sandbox.url}/generations/${body.id}`, { method: 'DELETE', headers });
    assert.equal(response.status, 204);
  });

  test('continues after a restart', async () => {
    const slow = await setUpVideoService({ timeline: { queuedMs: 300, dreamingMs: 0 } });
    const { body } = await slow.create();
    await slow.restart();
    await eventually(async () => {
      assert.equal((await slow.request('GET', `/generations/${body.id}`)).body.state, 'completed');
    });
  });
});

test('lists show the newest first, page by page, with the count of the page', async () => {
  const made: string[] = [];
  for (let count = 0; count < 5; count += 1) made.push((await create()).body.id);
  const first = await list('?limit=3');
  const second = await list('?limit=3&offset=3');
  assert.deepEqual(
    [...first.generations, ...second.generations].slice(0, 5).map(({ id }) => id),
    made.toReversed(),
  );
  assert.deepEqual([first.count, first.limit, first.offset, first.has_more], [3, 3, 0, true]);
  assert.equal((await list()).limit, 100);
  assert.equal((await request('GET', '/generations?limit=many')).status, 422);
});

describe('a request is refused', () => {
  const refusals: [string, object, number, RegExp][] = [
    ['without a model', { model: undefined }, 422, /"loc":\["body","model"\],"msg":"Field required"/],
    ['with a model that does not exist', { model: 'default' }, 422, /"model"/],
    ['with an unknown shape', { aspect_ratio: 'default' }, 422, /"aspect_ratio"/],
    ['with a number as duration', { duration: 5 }, 422, /"duration"/],
    ['with a duration that does not exist', { duration: '5' }, 400, /Invalid duration: 5\./],
    ['with a resolution that does not exist', { resolution: 'default' }, 400, /Invalid resolution: default\./],
    ['with two letters as prompt', { prompt: 'hi' }, 400, /Prompt is too short/],
    ['with a prompt of a book', { prompt: 'x'.repeat(5001) }, 400, /Prompt is too long/],
    ['without prompt and photo', { prompt: undefined, keyframes: undefined }, 400, /Prompt is required/],
    ['with empty keyframes', { keyframes: {} }, 400, /No keyframes provided/],
    ['with a file as photo', { keyframes: { frame0: { type: 'image', url: 'file:///a.jpg' } } }, 422, /"url"/],
    [
      'with a duration for ray-1-6',
      { model: 'ray-1-6', resolution: undefined },
      400,
      /Duration is not supported in the Ray 1\.6 API/,
    ],
    [
      'with a resolution for ray-1-6',
      { model: 'ray-1-6', duration: undefined },
      400,
      /Resolution is not supported in the Ray 1\.6 API/,
    ],
    [
      'with concepts for ray-1-6',
      { model: 'ray-1-6', duration: undefined, resolution: undefined, concepts: [{ key: 'static' }] },
      400,
      /400: concepts are not supported for this model/,
    ],
    [
      'with a loop to an end frame',
      { loop: true, keyframes: { frame1: { type: 'image', url: 'http://example.com/a.jpg' } } },
      400,
      /Loop is not supported for end frame/,
    ],
  ];
  for (const [what, change, status, detail] of refusals) {
    test(what, async () => {
      const before = (await list()).generations.length;
      const answer = await request<Refusal>('POST', '/generations/video', { ...site.order, ...change });
      assert.equal(answer.status, status);
      assert.match(JSON.stringify(answer.body.detail), detail);
      assert.equal((await list()).generations.length, before);
    });
  }

  test('with half of a body', async () => {
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const response = await fetch(`${setup.sandbox.url}/generations`, { method: 'POST', headers, body: '{"model":' });
    assert.equal(response.status, 422);
  });

  test('with a wrong key, or none', async () => {
    for (const headers of [{ authorization: 'Bearer another' }, {}]) {
      const response = await fetch(`${setup.sandbox.url}/generations`, { headers });
      assert.equal(response.status, 401);
      assert.equal(typeof ((await response.json()) as Refusal).detail, 'string');
    }
  });
});

describe('the limits of the account', () => {
  test('limit concurrent generations', async () => {
    const limited = await setUpVideoService({
      limits: { concurrent: 2, createsPerMinute: 100 },
      timeline: { queuedMs: 60_000, dreamingMs: 0 },
    });
    const answers = await Promise.all([1, 2, 3, 4].map(() => limited.create()));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 201, 429, 429]);
    assert.ok(answers.some(({ headers }) => headers.get('retry-after') === '1'));
  });

  test('limit creations per minute, and send Retry-After', async () => {
    const limited = await setUpVideoService({ limits: { concurrent: 100, createsPerMinute: 2 } });
    await limited.create();
    await limited.create();
    const { status, headers } = await limited.create();
    assert.equal(status, 429);
    assert.ok(Number(headers.get('retry-after')) > 50);
  });

  test('count credits, and refund failed generations', async () => {
    const poor = await setUpVideoService({ startCredits: 120 });
    const credits = async () => (await poor.request<{ credit_balance: number }>('GET', '/credits')).body.credit_balance;
    const { body } = await poor.create({
      keyframes: { frame0: { type: 'image', url: `${poor.site.url}/missing.png` } },
    });
    assert.equal(await credits(), 70);
    poor.site.missingPhoto.resolve();
    await eventually(async () => assert.equal(await credits(), 120));
    assert.equal((await poor.request('GET', `/generations/${body.id}`)).body.state, 'failed');
    await poor.create();
    await poor.create();
    assert.equal((await poor.create()).status, 402);
  });
});

test('the routes with fixed answers work', async () => {
  assert.deepEqual((await request<unknown>('GET', '/ping')).body, { message: 'pong' });
  assert.ok((await request<string[]>('GET', '/generations/concepts/list')).body.includes('static'));
});
