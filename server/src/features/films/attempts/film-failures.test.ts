import assert from 'node:assert/strict';
import { test } from 'vitest';
import { failedVideos, retryGeneration } from '@keepsake/contract/films/videos';
import { sql } from 'kysely';
import { allRows, runStatement } from '../../../../test/statements.ts';
import type { MailPayload } from '../../journal/mail-kinds.ts';
import {
  changeAttempt,
  errorsOf,
  filmsAre,
  filmsOf,
  generationsOf,
  orderFilms,
  settled,
  work,
} from '../../../../test/film-order.ts';
import { startTestApp } from '../../../../test/harness.ts';
import { until } from '../../../../test/until.ts';
import { createRoute, startTestVideoService } from '../../../../test/video-service.ts';

const service = await startTestVideoService();
const app = await startTestApp(undefined, { settings: service.settings });
const admin = await app.createUser({ role: 'Admin' });

const readyMails = (userId: string) =>
  allRows<{ payload: MailPayload<'films-ready'> }>(
    app.db,
    sql`select payload from mails where user_id = ${userId} and kind = 'films-ready'`,
  );
const retry = (photoId: string) => app.call(retryGeneration, { params: { id: photoId }, token: admin.token });
/** Lets an hour more pass than a film may take. */
async function outlastBudget(bucketId: string): Promise<void> {
  const lateMs = app.deps.config.GENERATION_BUDGET_MS + 3_600_000;
  await until(async () => (await generationsOf(app, service, bucketId)).length > 0);
  await changeAttempt(app, bucketId, sql`submitted_at = now() - ${lateMs} * interval '1 ms'`);
}
const statesOf = (films: { state: string }[]) => films.map(({ state }) => state).toSorted();

test('one film of three that moderation refuses is reported, the others are delivered, and a retry makes only that one', async (t) => {
  await service.outcome({ kind: 'fail', reason: 'Frame moderation failed' });
  const { bucketId, photoIds, user } = await orderFilms(app, [[3]]);
  const [photoId = ''] = photoIds;
  await work(t, app);
  const films = await settled(app, bucketId);
  assert.deepEqual(statesOf(films), ['done', 'done', 'failed']);
  const failed = films.find(({ state }) => state === 'failed');
  assert.deepEqual([failed?.failureCode, failed?.attempts], ['moderation', 1]);
  const [told] = await readyMails(user.id);
  assert.deepEqual([told?.payload.done, told?.payload.failed], [2, 1]);
  assert.deepEqual(
    told?.payload.failures?.map(({ why }) => why),
    ['rules'],
  );

  const listed = (await app.call(failedVideos, { token: admin.token })).data.find(({ id }) => id === photoId);
  assert.equal(listed?.status, 'failed');
  assert.match(listed?.ErrorLogs[0]?.errorMessage ?? '', /rules about content .*\(Frame moderation failed\)/);
  assert.equal((await fetch(app.url + listed?.photoUrl)).status, 200);

  assert.equal((await retry(photoId)).status, 200);
  await filmsAre(app, bucketId, 'done');
  assert.equal((await generationsOf(app, service, bucketId)).length, 4);
  assert.equal((await retry(photoId)).error.code, 'retry_not_possible');
  assert.equal((await readyMails(user.id)).length, 1, 'the customer is told once per set');
  const late = await allRows(
    app.db,
    sql`select payload from mails where user_id = ${user.id} and kind = 'late-films-ready'`,
  );
  assert.deepEqual(late, [{ payload: { done: 3, failed: 0 } }], 'and once that the missing film is there');
});

test('a second click on retry is refused while the first one waits', async () => {
  const { bucketId, photoIds } = await orderFilms(app);
  const [photoId = ''] = photoIds;
  await runStatement(
    app.db,
    sql`update films set state = 'failed', failure_code = 'moderation' where bucket_id = ${bucketId}`,
  );
  const answers = await Promise.all([retry(photoId), retry(photoId), retry(photoId)]);
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409]);
  const listed = (await app.call(failedVideos, { token: admin.token })).data.find(({ id }) => id === photoId);
  assert.deepEqual([listed?.status, listed?.retryCount], ['retry_pending', 1]);
  assert.ok(listed?.lastRetryAt);
  await runStatement(app.db, sql`delete from buckets where id = ${bucketId}`);
});

test('a failure that may be temporary is tried three times in all, and then fails', async (t) => {
  await service.outcome({ kind: 'fail', reason: 'Job failed', times: 3 });
  const { bucketId } = await orderFilms(app);
  await work(t, app);
  const [film] = await settled(app, bucketId);
  assert.deepEqual([film?.state, film?.failureCode, film?.attempts], ['failed', 'provider_failed', 3]);
  assert.equal((await errorsOf(app, bucketId)).length, 1);
});

test('a temporary failure costs only a second request', async (t) => {
  await service.outcome({ kind: 'fail', reason: 'Failed to read user input frames' });
  const { bucketId } = await orderFilms(app);
  await work(t, app);
  const [film] = await settled(app, bucketId);
  assert.deepEqual([film?.state, film?.attempts], ['done', 2]);
  assert.deepEqual(await errorsOf(app, bucketId), []);
});

test('a server that temporarily cannot serve the photo fails no film', async (t) => {
  await service.outcome({ kind: 'fail', reason: 'Failed to read user input frames', times: 4 });
  const { bucketId } = await orderFilms(app);
  await work(t, app);
  const [film] = await settled(app, bucketId);
  assert.deepEqual([film?.state, film?.attempts], ['done', 5]);
  assert.deepEqual(await errorsOf(app, bucketId), []);
});

test('a refused request fails its film at once', async (t) => {
  await service.fault({ route: createRoute, action: 'error', status: 422, body: '{"detail":"Prompt is too short"}' });
  const { bucketId } = await orderFilms(app);
  await work(t, app);
  const [film] = await settled(app, bucketId);
  assert.deepEqual([film?.state, film?.failureCode, film?.attempts], ['failed', 'provider_refused', 1]);
});

test('a film that takes too long counts as failed; when it arrives it is delivered, not bought again', async (t) => {
  await service.outcome({ kind: 'hang', state: 'paused' });
  const { bucketId, photoIds, user } = await orderFilms(app);
  await work(t, app);
  await outlastBudget(bucketId);
  const [late] = await settled(app, bucketId);
  assert.deepEqual([late?.state, late?.failureCode], ['failed', 'timed_out']);
  const [told] = await readyMails(user.id);
  assert.deepEqual(
    told?.payload.failures?.map(({ why }) => why),
    ['late'],
  );
  const listed = (await app.call(failedVideos, { token: admin.token })).data.find(({ id }) => id === photoIds[0]);
  assert.equal(listed?.mayBeChargedTwice, true);

  const [generation] = await generationsOf(app, service, bucketId);
  await service.resume(generation?.id);
  await filmsAre(app, bucketId, 'done');
  assert.equal((await generationsOf(app, service, bucketId)).length, 1);
});

test('“finished” without a film is polled for a while, then fails, and the film is still delivered', async (t) => {
  await service.outcome({ kind: 'hang', state: 'completed' });
  const { bucketId } = await orderFilms(app);
  await work(t, app);
  const missing = () =>
    allRows(app.db, sql`select 1 from attempts where film_missing_since is not null and state = 'submitted'`);
  await until(async () => (await missing()).length === 1);
  assert.equal((await filmsOf(app, bucketId))[0]?.state, 'creating');
  await changeAttempt(app, bucketId, sql`film_missing_since = now() - interval '1 hour'`);
  const [film] = await settled(app, bucketId);
  assert.deepEqual([film?.state, film?.failureCode, film?.attempts], ['failed', 'film_unreadable', 1]);
  assert.match((await errorsOf(app, bucketId)).join(), /names no film/);
});

test('if a retry has made the film already, the late one changes nothing', async (t) => {
  await service.outcome({ kind: 'hang', state: 'dreaming' });
  const { bucketId, photoIds } = await orderFilms(app);
  await work(t, app);
  await outlastBudget(bucketId);
  await settled(app, bucketId);
  const [late] = await generationsOf(app, service, bucketId);
  assert.equal((await retry(photoIds[0] ?? '')).status, 200);
  await filmsAre(app, bucketId, 'done');
  const [delivered] = await filmsOf(app, bucketId);

  await service.resume(late?.id);
  const attempts = () =>
    allRows<{ state: string }>(
      app.db,
      sql`select state from attempts where film_id = ${delivered?.id} order by number`,
    );
  await until(async () => (await attempts())[0]?.state === 'abandoned');
  assert.deepEqual(await filmsOf(app, bucketId), [delivered]);
  await until(async () => !(await generationsOf(app, service, bucketId)).some(({ id }) => id === late?.id));
});

test('a late film that overtakes a retry is delivered, and the retry’s changes nothing', async (t) => {
  await service.outcome({ kind: 'hang', state: 'dreaming', times: 2 });
  const { bucketId, photoIds } = await orderFilms(app);
  await work(t, app);
  await outlastBudget(bucketId);
  await settled(app, bucketId);
  const [first] = await generationsOf(app, service, bucketId);
  assert.equal((await retry(photoIds[0] ?? '')).status, 200);
  await until(async () => (await generationsOf(app, service, bucketId)).length === 2);
  await service.resume(first?.id);
  await filmsAre(app, bucketId, 'done');
  const [delivered] = await filmsOf(app, bucketId);

  const second = (await generationsOf(app, service, bucketId)).find(({ id }) => id !== first?.id);
  await service.resume(second?.id);
  await until(async () => !(await generationsOf(app, service, bucketId)).some(({ id }) => id === second?.id));
  assert.deepEqual(await filmsOf(app, bucketId), [delivered]);
});
