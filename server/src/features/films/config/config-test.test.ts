import assert from 'node:assert/strict';
import { beforeEach, test } from 'vitest';
import {
  getVideoConfig,
  latestVideoConfigTest,
  setVideoConfig,
  testVideoConfig,
} from '@keepsake/contract/films/videos';
import { work } from '../../../../test/film-order.ts';
import { startTestApp } from '../../../../test/harness.ts';
import { until } from '../../../../test/until.ts';
import { createRoute, getRoute, startTestVideoService } from '../../../../test/video-service.ts';
import { sql } from 'kysely';
import { allRows, runStatement } from '../../../../test/statements.ts';

const service = await startTestVideoService();
const app = await startTestApp(undefined, { settings: service.settings });
const { token } = await app.createUser({ role: 'Admin' });
const { config } = (await app.call(getVideoConfig, { token })).data;
const embedded = { ...config, serviceProvider: 'embedded', resolution: '540p' };

const start = (body: Record<string, unknown> = config) => app.call(testVideoConfig, { token, body });
const latest = async () => (await app.call(latestVideoConfigTest, { token })).data.test;
const ended = async () => {
  await until(async () => ['done', 'failed'].includes((await latest())?.state ?? ''));
  return latest();
};

async function filmsKept(): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of app.deps.storage.list('films/')) keys.push(key);
  return keys;
}

beforeEach(async () => {
  await service.clearFaults();
  await runStatement(app.db, sql`delete from video_config_tests`);
  for (const key of await filmsKept()) await app.deps.storage.remove(key);
});

test('one film of the sample photo is made and can be watched; nothing is sold by it', async (t) => {
  assert.equal(await latest(), null);
  const started = await start({ ...config, resolution: '540p' });
  assert.equal(started.status, 201);
  assert.deepEqual([started.data.test.state, started.data.test.filmUrl], ['queued', null]);
  assert.equal((await start()).error.code, 'test_running');
  await work(t, app);
  const done = await ended();
  assert.deepEqual([done?.state, done?.config.resolution], ['done', '540p']);
  assert.equal((await fetch(app.url + done?.photoUrl)).headers.get('content-type'), 'image/jpeg');
  const film = await fetch(app.url + done?.filmUrl);
  assert.deepEqual([film.status, film.headers.get('content-type')], [200, 'video/mp4']);
  const [accepted] = await service.accepted();
  assert.ok(accepted?.generation.request.callback_url);
  const traces = sql`select 1 from films union all select 1 from sales union all select 1 from photos`;
  assert.deepEqual(await allRows(app.db, traces), []);
});

test('the next test replaces the previous one, with its files', async (t) => {
  await start();
  await work(t, app);
  const first = await ended();
  assert.deepEqual([first?.state, first?.reason], ['done', null]);
  await start();
  const second = await ended();
  assert.notEqual(second?.id, first?.id);
  await until(async () => (await filmsKept()).join() === `films/${second?.id}.mp4`);
  assert.equal((await fetch(app.url + first?.filmUrl)).status, 403);
});

test('the service’s refusal is shown, and a request without an answer is never sent again', async (t) => {
  await service.outcome({ kind: 'fail', reason: 'Failed to read user input frames', times: 1 });
  await start();
  await work(t, app);
  assert.match((await ended())?.reason ?? '', /input frames/);

  const before = (await service.accepted()).length;
  await service.fault({ route: createRoute, action: 'drop', phase: 'after' });
  await start();
  const lost = await ended();
  assert.equal(lost?.state, 'failed');
  assert.equal((await service.accepted()).length, before + 1);

  await service.fault({ route: getRoute, action: 'error', status: 500, times: 2 });
  await start();
  assert.equal(
    (await ended())?.state,
    'done',
    'a service that stumbles while it is asked how it stands is asked again',
  );
});

test('a configuration that is not in force can be tried, also that of the built-in renderer', async (t) => {
  await start(embedded);
  await work(t, app);
  assert.equal((await ended())?.state, 'done');
  assert.deepEqual((await app.call(getVideoConfig, { token })).data.config, config);
});

test('an invalid or outdated configuration is refused before any request is sent', async () => {
  assert.equal((await start({ ...embedded, resolution: '4k' })).status, 400);
  assert.equal(await latest(), null);
  const { revision } = (await app.call(getVideoConfig, { token })).data;
  const set = (resolution: string) => app.call(setVideoConfig, { token, body: { ...config, resolution, revision } });
  assert.equal((await set('720p')).status, 200);
  const late = await set('1080p');
  assert.deepEqual([late.status, late.error.code], [409, 'changed_meanwhile']);
  await app.call(setVideoConfig, { token, body: config });
});
