import assert from 'node:assert/strict';
import { beforeEach, test } from 'vitest';
import {
  deleteGenerations,
  failedVideos,
  getVideoConfig,
  listGenerations,
  retryGeneration,
  setVideoConfig,
} from '@keepsake/contract/films/videos';
import { sql } from 'kysely';
import { allRows, runStatement } from '../../../../test/statements.ts';
import { sha256 } from '../../../platform/ids.ts';
import { errorsOf, filmsAre, filmsOf, orderFilms, settled, work } from '../../../../test/film-order.ts';
import { startTestApp } from '../../../../test/harness.ts';
import { until } from '../../../../test/until.ts';
import { agentsCreateRoute, agentsGetRoute, outputRoute, startTestVideoAgents } from '../../../../test/video-agents.ts';

const service = await startTestVideoAgents();
// Two tests wait until it is over; the films of the others must be made within it, on a slow machine too.
const app = await startTestApp(undefined, { settings: { ...service.settings, GENERATION_BUDGET_MS: '20000' } });
const { token } = await app.createUser({ role: 'Admin' });

beforeEach(async () => {
  await service.clearFaults();
  await runStatement(app.db, sql`delete from buckets`);
  await runStatement(app.db, sql`delete from provider_pauses`);
});

test('films come from the successor of Luma’s API, by polling alone', async (t) => {
  assert.equal((await app.call(getVideoConfig, { token })).data.config.serviceProvider, 'luma-agents');
  await service.fault({ route: outputRoute, action: 'cut', phase: 'after' });
  const { bucketId } = await orderFilms(app, [[2]]);
  await work(t, app);
  const films = await settled(app, bucketId);
  assert.deepEqual(
    films.map(({ state, attempts }) => [state, attempts]),
    [
      ['done', 1],
      ['done', 1],
    ],
  );
  const held = await service.generations();
  assert.equal(held.length, 2);
  assert.ok(held.every(({ request }) => request.video?.start_frame?.url.startsWith(app.url)));
  assert.notDeepEqual(films[0]?.filmSha256, films[1]?.filmSha256);
  assert.ok(films.every(({ filmSha256 }) => filmSha256?.length === sha256('').length));
});

test('a request whose answer is lost is never sent again: it fails, with a warning, and only an administrator retries', async (t) => {
  const before = (await service.generations()).length;
  await service.fault({ route: agentsCreateRoute, action: 'drop', phase: 'after' });
  const { bucketId, photoIds } = await orderFilms(app);
  await work(t, app);
  const isUnknown = () => allRows(app.db, sql`select 1 from attempts where state = 'unknown'`);
  await until(async () => (await isUnknown()).length === 1);
  const [film] = await settled(app, bucketId);
  assert.deepEqual([film?.state, film?.failureCode, film?.attempts], ['failed', 'unconfirmed', 1]);
  assert.equal((await service.generations()).length, before + 1);
  assert.match((await errorsOf(app, bucketId)).join(), /may be charged twice/);
  const [failed] = (await app.call(failedVideos, { token })).data;
  assert.deepEqual([failed?.id, failed?.mayBeChargedTwice], [photoIds[0], true]);

  await app.call(retryGeneration, { params: { id: photoIds[0] ?? '' }, token });
  await filmsAre(app, bucketId, 'done');
  assert.equal((await service.generations()).length, before + 2);
});

test('a film that the provider suddenly does not know is not bought again', async (t) => {
  const before = (await service.generations()).length;
  await service.control('POST', 'outcomes', { kind: 'hang' });
  const { bucketId } = await orderFilms(app);
  await work(t, app);
  await until(async () => (await allRows(app.db, sql`select 1 from attempts where state = 'submitted'`)).length === 1);
  await service.fault({ route: agentsGetRoute, action: 'error', status: 404, times: 10_000 });
  const [film] = await settled(app, bucketId);
  assert.deepEqual([film?.state, film?.failureCode, film?.attempts], ['failed', 'provider_failed', 1]);
  assert.equal((await service.generations()).length, before + 1);
  await service.clearFaults();
  const held = (await service.generations()).at(-1);
  await service.control('POST', `generations/${held?.id}/resume`);
  await filmsAre(app, bucketId, 'done');
  assert.equal((await service.generations()).length, before + 1, 'the late film is taken');
});

test('a budget that runs out while films are made opens the circuit, and no film counts as failed', async (t) => {
  await service.control('POST', 'outcomes', { kind: 'fail', code: 'budget_exhausted', times: 2 });
  const { bucketId } = await orderFilms(app, [[2]]);
  await work(t, app);
  const isCircuitOpen = () => allRows(app.db, sql`select 1 from provider_pauses where kind = 'account'`);
  await until(async () => (await isCircuitOpen()).length === 1);
  await filmsAre(app, bucketId, 'done');
  const counted = await allRows(app.db, sql`select 1 from films where bucket_id = ${bucketId} and failures > 0`);
  assert.deepEqual(counted, []);
});

test('abilities that it lacks are refused or shown', async () => {
  const { config } = (await app.call(getVideoConfig, { token })).data;
  const change = (changes: object) => app.call(setVideoConfig, { body: { ...config, ...changes }, token });
  const lacking = { model: 'ray-2', duration: 9, resolution: '4k', aspect_ratio: '9:21' };
  const { status, error } = await change(lacking);
  assert.equal(status, 400);
  assert.deepEqual(Object.keys(error.fields ?? {}).toSorted(), ['aspect_ratio', 'duration', 'model', 'resolution']);
  assert.match(error.fields?.['duration'] ?? '', /does not offer 9/);
  assert.equal((await change({ serviceProviderUrl: 'https://api.lumalabs.ai/dream-machine/v1' })).status, 400);
  assert.equal((await change({ duration: 5, resolution: '1080p', loop: true })).status, 200);
  await change({});
  for (const endpoint of [listGenerations, deleteGenerations])
    assert.equal((await app.call(endpoint, { token })).error.code, 'provider_lacks_this');
});

test('the account is checked without requesting a film', async (t) => {
  await service.fault({ route: agentsCreateRoute, action: 'error', status: 401 });
  await service.fault({ route: agentsGetRoute, action: 'error', status: 401 });
  const before = (await service.generations()).length;
  const { bucketId } = await orderFilms(app);
  await work(t, app);
  await filmsAre(app, bucketId, 'done');
  assert.equal((await filmsOf(app, bucketId))[0]?.attempts, 2);
  assert.equal((await service.generations()).length, before + 1);
});
