import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'vitest';
import {
  deleteGeneration,
  deleteGenerations,
  failedVideos,
  type GenerationDeletion,
  generationCallback,
  getVideoConfig,
  latestGenerationDeletion,
  listGenerations,
  retryGeneration,
  setVideoConfig,
} from '@keepsake/contract/films/videos';
import { sql } from 'kysely';
import { allRows, firstRow, runStatement } from '../../../test/statements.ts';
import { newId, newToken } from '../../platform/ids.ts';
import { filmsAre, generationsOf, orderFilms, settled, work } from '../../../test/film-order.ts';
import { startTestApp } from '../../../test/harness.ts';
import { until } from '../../../test/until.ts';
import { deleteGenerationsJob } from './generations/delete-generations.job.ts';
import { createRoute, getRoute, listRoute, startTestVideoService } from '../../../test/video-service.ts';
import { runningJob } from '../../../test/running-job.ts';

const service = await startTestVideoService();
const app = await startTestApp(undefined, { settings: { ...service.settings, RECONCILE_WAIT_MS: '3000' } });
const { token } = await app.createUser({ role: 'Admin' });

beforeEach(async () => {
  await service.clearFaults();
  await runStatement(app.db, sql`delete from buckets`);
});

describe('the configuration of how films are made', () => {
  const config = {
    serviceProvider: 'luma',
    serviceProviderUrl: service.url,
    model: 'default',
    duration: -1,
    loop: false,
    aspect_ratio: 'default',
    resolution: 'default',
  } as const;
  const change = (changes: object) => app.call(setVideoConfig, { body: { ...config, ...changes }, token });

  test('begins with the service whose key is set, at the address that is set', async () => {
    assert.deepEqual((await app.call(getVideoConfig, { token })).data.config, config);
  });

  test('shows the address of each service, the built-in one included', async () => {
    assert.deepEqual((await app.call(getVideoConfig, { token })).data.addresses, {
      embedded: config.serviceProviderUrl,
      luma: config.serviceProviderUrl,
      'luma-agents': 'https://agents.lumalabs.ai/v1',
    });
  });

  test('is stored as it was set', async () => {
    const changed = { model: 'ray-flash-2', duration: 9, loop: true, aspect_ratio: '9:16', resolution: '4k' };
    assert.deepEqual((await change(changed)).data.config, { ...config, ...changed });
    assert.deepEqual((await app.call(getVideoConfig, { token })).data.config, { ...config, ...changed });
    await change({});
  });

  test('never sends the key to an address that is not the provider’s', async () => {
    for (const serviceProviderUrl of [
      'https://evil.example/v1',
      'http://api.lumalabs.ai/dream-machine/v1',
      'http://127.0.0.1:1/dream-machine/v1',
      'http://169.254.169.254/',
    ]) {
      const { status, error } = await change({ serviceProviderUrl });
      assert.deepEqual(
        [status, error.code, Object.keys(error.fields ?? {})],
        [400, 'validation_failed', ['serviceProviderUrl']],
      );
    }
    assert.equal((await change({ serviceProviderUrl: 'https://api.lumalabs.ai/dream-machine/v1' })).status, 200);
    await change({});
  });

  test('names every field that is wrong', async () => {
    const { status, error } = await change({ model: 'ray-9', duration: 7, loop: 'yes', resolution: undefined });
    assert.equal(status, 400);
    assert.deepEqual(Object.keys(error.fields ?? {}).toSorted(), ['duration', 'loop', 'model', 'resolution']);
  });

  test('refuses a size that the built-in renderer does not make, and says which it does', async (t) => {
    const builtIn = await startTestApp(t);
    const admin = await builtIn.createUser({ role: 'Admin' });
    const { data } = await builtIn.call(getVideoConfig, { token: admin.token });
    assert.equal(data.config.serviceProvider, 'embedded');
    const body = { ...data.config, resolution: '4k' };
    const { status, error } = await builtIn.call(setVideoConfig, { body, token: admin.token });
    assert.equal(status, 400);
    assert.match(error.fields?.['resolution'] ?? '', /embedded does not offer 4k here; it offers .*1080p/);
  });

  test('refuses a service for which there is no key', async (t) => {
    const keyless = await startTestApp(t);
    const admin = await keyless.createUser({ role: 'Admin' });
    const { data } = await keyless.call(getVideoConfig, { token: admin.token });
    assert.equal(data.config.serviceProvider, 'embedded');
    const body = { ...data.config, serviceProvider: 'luma' };
    const answer = await keyless.call(setVideoConfig, { body, token: admin.token });
    assert.equal(answer.status, 400);
    assert.match(answer.error.fields?.['serviceProvider'] ?? '', /LUMAAI_API_KEY/);
  });
});

test('only administrators see and change any of this', async () => {
  const user = await app.createUser();
  for (const endpoint of [
    getVideoConfig,
    setVideoConfig,
    failedVideos,
    retryGeneration,
    listGenerations,
    deleteGeneration,
    deleteGenerations,
  ]) {
    const params = { id: newId() };
    assert.equal((await app.call(endpoint, { params, token: user.token })).status, 403, endpoint.path);
    assert.equal((await app.call(endpoint, { params })).status, 401, endpoint.path);
  }
});

test('a retry of a photo that is not there, or that misses nothing, is refused', async () => {
  const retry = (id: string) => app.call(retryGeneration, { params: { id }, token });
  assert.equal((await retry(newId())).status, 404);
  const { photoIds } = await orderFilms(app);
  assert.equal((await retry(photoIds[0] ?? '')).error.code, 'retry_not_possible');
});

describe('what the provider holds', () => {
  /** More often than anyone calls. */
  const untilCleared = 10_000;
  /** Deletes everything that may be, by the worker of the test or without one. */
  const deletedAll = async (withoutWorker = false) => {
    const { id } = (await app.call(deleteGenerations, { token })).data.deletion;
    if (withoutWorker) await deleteGenerationsJob.run({ id }, app.deps, runningJob);
    let told: GenerationDeletion | null = null;
    await until(async () => {
      told = (await app.call(latestGenerationDeletion, { token })).data.deletion;
      return told?.id === id && told.state !== 'running';
    });
    assert.ok(told);
    return told as GenerationDeletion;
  };

  test('is listed as the provider reports it', async (t) => {
    const { bucketId } = await orderFilms(app);
    await work(t, app);
    await settled(app, bucketId);
    const { data } = await app.call(listGenerations, { token });
    const [held] = await generationsOf(app, service, bucketId);
    const listed = data.generations.find(({ id }) => id === held?.id);
    assert.equal(listed?.state, 'completed');
    assert.equal(listed?.model, 'ray-2');
    assert.equal(listed?.request.prompt, held?.generation.request.prompt);
    assert.match(listed?.assets.video_url ?? '', /\.mp4$/);
    assert.equal(data.count, data.generations.length);
    assert.equal(data.has_more, false);

    const another = await orderFilms(app);
    await settled(app, another.bucketId);
    const all = (await app.call(listGenerations, { token })).data.generations.map(({ id }) => id);
    const page = async (number: number) => {
      const query = { page: number, limit: 1 };
      const { generations, ...told } = (await app.call(listGenerations, { query, token })).data;
      return [generations.map(({ id }) => id), told.count, told.has_more];
    };
    assert.deepEqual(await page(1), [all.slice(0, 1), 1, true]);
    assert.deepEqual(await page(all.length), [all.slice(-1), 1, false]);
    assert.deepEqual(await page(all.length + 1), [[], 0, false]);
  });

  test('is deleted one by one and all at once, except what an order still needs', async (t) => {
    await service.outcome({ kind: 'complete' });
    await service.outcome({ kind: 'complete' });
    await service.outcome({ kind: 'hang' });
    const finished = await orderFilms(app, [[2]]);
    await work(t, app);
    await settled(app, finished.bucketId);
    const inWork = await orderFilms(app);
    await until(async () => (await generationsOf(app, service, inWork.bucketId)).length === 1);
    await until(
      async () => (await allRows(app.db, sql`select 1 from attempts where state = 'submitted'`)).length === 1,
    );

    const [needed] = await generationsOf(app, service, inWork.bucketId);
    const [done] = await generationsOf(app, service, finished.bucketId);
    const deleteOne = (id: string) => app.call(deleteGeneration, { params: { id }, token });
    assert.equal((await deleteOne(needed?.id ?? '')).error.code, 'generation_in_use');
    assert.equal((await deleteOne(done?.id ?? '')).status, 200);
    assert.equal((await deleteOne(done?.id ?? '')).status, 404);
    const all = await deletedAll();
    assert.deepEqual([all.state, all.skipped, all.total], ['done', 1, all.deleted + 1]);
    assert.ok(all.deleted >= 1);
    assert.deepEqual(
      (await service.generations()).map(({ id }) => id),
      [needed?.id],
    );
    await service.resume(needed?.id);
    await filmsAre(app, inWork.bucketId, 'done');
  });

  test('is not deleted while it is unknown whether an order needs it: the film is still delivered, once', async (t) => {
    await service.fault({ route: createRoute, action: 'error', phase: 'after', status: 500 });
    await service.fault({ route: listRoute, action: 'error', status: 500, times: untilCleared });
    const { bucketId } = await orderFilms(app);
    await work(t, app);
    await until(async () => (await allRows(app.db, sql`select 1 from attempts where state = 'unknown'`)).length === 1);
    await service.clearFaults();
    await until(async () => (await app.call(deleteGenerations, { token })).status === 202);
    await deletedAll();
    assert.deepEqual(
      (await settled(app, bucketId)).map(({ state, attempts }) => [state, attempts]),
      [['done', 1]],
    );
  });

  test('is not deleted if a failed film may yet turn out to have been accepted', async (t) => {
    await service.fault({ route: createRoute, action: 'error', phase: 'after', status: 500 });
    await service.fault({ route: listRoute, action: 'error', status: 500, times: untilCleared });
    const { bucketId } = await orderFilms(app);
    const worker = await work(t, app);
    await until(async () => (await allRows(app.db, sql`select 1 from attempts where state = 'unknown'`)).length === 1);
    await worker.stop();
    // As after a day without a list: failed as unconfirmed, while the generation existed all the time.
    await runStatement(
      app.db,
      sql`
      update attempts set state = 'failed', failure_code = 'unconfirmed', ended_at = now(), lease_until = null where state = 'unknown'`,
    );
    await runStatement(
      app.db,
      sql`update films set state = 'failed', failure_code = 'unconfirmed' where bucket_id = ${bucketId}`,
    );
    await service.clearFaults();
    const [held] = await generationsOf(app, service, bucketId);
    const one = await app.call(deleteGeneration, { params: { id: held?.id ?? '' }, token });
    assert.equal(one.error.code, 'generation_in_use');
    assert.equal((await deletedAll(true)).skipped, 1);
    assert.equal((await generationsOf(app, service, bucketId)).length, 1);
  });

  test('is deleted by a job that resumes after errors of the service, and shows its progress', async (t) => {
    await runStatement(app.db, sql`delete from generation_deletions`);
    const { bucketId } = await orderFilms(app, [Array.from({ length: 3 }, () => 3)]);
    const worker = await work(t, app);
    await settled(app, bucketId);
    await worker.stop();
    await runStatement(app.db, sql`delete from buckets`);
    const held = (await service.generations()).length;
    assert.ok(held >= 9, 'more than one batch');

    const { status, data } = await app.call(deleteGenerations, { token });
    assert.deepEqual([status, data.deletion.state, data.deletion.total], [202, 'running', null]);
    const again = (await app.call(deleteGenerations, { token })).data.deletion;
    assert.equal(again.id, data.deletion.id, 'asking again does not begin another');
    const run = (attempt: number) =>
      deleteGenerationsJob.run({ id: again.id }, app.deps, { signal: t.signal, attempt });
    const told = async () => (await app.call(latestGenerationDeletion, { token })).data.deletion;

    const removeRoute = 'DELETE /dream-machine/v1/generations/:id';
    await service.fault({ route: removeRoute, action: 'error', status: 500, times: 1 });
    await run(1);
    const broken = await told();
    assert.deepEqual([broken?.state, broken?.deleted, broken?.total], ['running', 7, held]);

    await service.fault({ route: listRoute, action: 'error', status: 500, times: 1 });
    await assert.rejects(run(1));
    await run(1);
    const done = await told();
    assert.deepEqual([done?.state, done?.deleted, done?.total, done?.skipped], ['done', held, held, 0]);
    assert.deepEqual(await service.generations(), []);
  });

  test('fails if the service refuses again and again, with the reason', async (t) => {
    const { bucketId } = await orderFilms(app);
    const worker = await work(t, app);
    await settled(app, bucketId);
    await worker.stop();
    await runStatement(app.db, sql`delete from buckets`);
    const { deletion } = (await app.call(deleteGenerations, { token })).data;
    await service.fault({ route: 'DELETE /dream-machine/v1/generations/:id', action: 'error', status: 500, times: 20 });
    const run = (attempt: number) =>
      deleteGenerationsJob.run({ id: deletion.id }, app.deps, { signal: t.signal, attempt });
    await assert.rejects(run(1));
    await run(5);
    const told = (await app.call(latestGenerationDeletion, { token })).data.deletion;
    assert.deepEqual([told?.id, told?.state], [deletion.id, 'failed']);
    assert.match(told?.reason ?? '', /500/);
    await service.clearFaults();
    await runStatement(app.db, sql`delete from graphile_worker._private_jobs`);
  });

  test('is unavailable while the provider is unreachable', async () => {
    await service.fault({ route: listRoute, action: 'error', status: 500, times: 2 });
    await service.fault({ route: getRoute, action: 'drop' });
    for (const endpoint of [listGenerations, deleteGenerations, deleteGeneration]) {
      const { status, error } = await app.call(endpoint, { params: { id: newId() }, token });
      assert.deepEqual([status, error.code], [503, 'provider_unavailable'], endpoint.path);
    }
  });
});

describe('a callback', () => {
  const call = (secret: string, body?: object) =>
    app.call(generationCallback, { params: { token: secret }, ...(body && { body: body as Record<string, unknown> }) });

  test('with a wrong token has no effect', async () => {
    assert.equal((await call(newToken())).status, 404);
    assert.equal((await call('short')).status, 404);
  });

  test('has the provider polled earlier; its body is not trusted', async (t) => {
    await service.outcome({ kind: 'hang' });
    const { bucketId } = await orderFilms(app);
    await work(t, app);
    await until(
      async () => (await allRows(app.db, sql`select 1 from attempts where state = 'submitted'`)).length === 1,
    );
    const attempt = await firstRow<{ token: string; id: string }>(
      app.db,
      sql`select token, provider_generation_id as id from attempts`,
    );
    const lies = { id: attempt?.id, state: 'completed', assets: { video: `${app.url}/healthz` } };
    const answers = await Promise.all(Array.from({ length: 50 }, () => call(attempt?.token ?? '', lies)));
    assert.ok(answers.every(({ status }) => status === 200));
    await service.resume(attempt?.id);
    await filmsAre(app, bucketId, 'done');
    const [generation] = await generationsOf(app, service, bucketId);
    assert.equal(generation?.id, attempt?.id);
    assert.equal((await call(attempt?.token ?? '', lies)).status, 200, 'a late one is taken and changes nothing');
  });
});
