import assert from 'node:assert/strict';
import { test } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { setUpVideoService } from '../../test/video-setup.ts';
import type { Generation } from './video-context.ts';

const { site, request, create } = await setUpVideoService();
const stateOf = async (id: string) => (await request('GET', `/generations/${id}`)).body;

test('the next generations fail for a planned reason', async () => {
  await request('POST', '/sandbox/outcomes', { kind: 'fail', reason: 'Frame moderation failed' });
  const failing = (await create()).body;
  const next = (await create()).body;
  await eventually(async () => {
    assert.equal((await stateOf(failing.id)).failure_reason, 'Frame moderation failed');
    assert.equal((await stateOf(next.id)).state, 'completed');
  });
});

test('a generation hangs in an unknown state until it is resumed', async () => {
  await request('POST', '/sandbox/outcomes', { kind: 'hang', state: 'paused' });
  const { id } = (await create()).body;
  await eventually(async () => assert.equal((await stateOf(id)).state, 'paused'));
  await request('POST', `/sandbox/generations/${id}/resume`);
  await eventually(async () => assert.equal((await stateOf(id)).state, 'completed'));
});

test('lists show a new generation late, while it can be read by its id at once', async () => {
  await request('POST', '/sandbox/list-lag', { ms: 2000 });
  const { id } = (await create()).body;
  await request('POST', '/sandbox/list-lag', { ms: 0 });
  const listed = async () => (await request<{ generations: Generation[] }>('GET', '/generations')).body.generations;
  assert.equal((await stateOf(id)).id, id);
  assert.ok(!(await listed()).some((generation) => generation.id === id));
  await eventually(async () => assert.ok((await listed()).some((generation) => generation.id === id)));
});

test('a creation is accepted although its answer is an error', async () => {
  const route = 'POST /dream-machine/v1/generations/video';
  await request('POST', '/sandbox/faults', { route, action: 'error', phase: 'after', status: 500, body: '{}' });
  const callback_url = `${site.url}/callback?token=unknown-outcome`;
  assert.equal((await create({ callback_url })).status, 500);
  const { generations } = (await request<{ generations: Generation[] }>('GET', '/generations')).body;
  assert.equal(generations[0]?.request.callback_url, callback_url);
});

test('a film is answered as HTML, or only in part', async () => {
  const { id } = (await create()).body;
  const done = await eventually(async () => {
    const generation = await stateOf(id);
    assert.equal(generation.state, 'completed');
    return generation;
  });
  const route = 'GET /assets/:file';
  const headers = { 'content-type': 'text/html' };
  await request('POST', '/sandbox/faults', {
    route,
    action: 'error',
    phase: 'after',
    status: 200,
    body: '<p>',
    headers,
  });
  await request('POST', '/sandbox/faults', { route, action: 'cut', phase: 'after' });
  const video = String(done.assets?.video);
  assert.equal(await (await fetch(video)).text(), '<p>');
  const cut = await fetch(video);
  assert.ok(Number(cut.headers.get('content-length')) > 1000);
  await assert.rejects(cut.arrayBuffer(), TypeError);
  assert.ok((await (await fetch(video)).arrayBuffer()).byteLength > 1000);
});

test('a callback without a 200 is tried three times and then dropped', async () => {
  site.answer = () => 204;
  const { id } = (await create({ callback_url: `${site.url}/callback` })).body;
  const calls = (state: string) => site.callbacks.filter((call) => call.id === id && call.state === state).length;
  await eventually(() => assert.deepEqual([calls('dreaming'), calls('completed')], [3, 3]));
  site.answer = () => 200;
  await request('POST', `/sandbox/generations/${id}/callback`);
  assert.equal(calls('completed'), 4);
});
