import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'vitest';
import { batchStatus, bucketTimeline } from '@keepsake/contract/photos/content';
import { createShare, openShare } from '@keepsake/contract/films/shares';
import { listFilmReports, listGenerations, owedFilms } from '@keepsake/contract/films/videos';
import { grantFilms } from '@keepsake/contract/orders/ledger';
import { sql } from 'kysely';
import { allRows, firstRow, runStatement } from '../../../../test/statements.ts';
import { newId, sha256 } from '../../../platform/ids.ts';
import { photoKey } from '../../photos/photo.queries.ts';
import { orderFilms, settled, work } from '../../../../test/film-order.ts';
import { startTestApp } from '../../../../test/harness.ts';
import { until } from '../../../../test/until.ts';
import { newPortrait } from '../../../../test/upload.ts';

// A film takes seconds: polling it more often would only take processor time from it.
const app = await startTestApp(undefined, { settings: { POLL_INTERVAL_MS: '1000' } });
await runStatement(app.db, sql`update video_config set resolution = '540p'`);
// The order is for an effect of pets: no faces are looked for, which takes most of the time of such a short film.
await runStatement(app.db, sql`update prompts set effect = 'pet-tilt' where effect = 'smile'`);
// Of few frames a second: how films move is tested beside the renderer.
Object.assign(app.deps.config, { fps: 2 });

test('without a video service the product makes the films itself, and reports what they actually show', async (t) => {
  const { bucketId, user, photoIds } = await orderFilms(app, [[2]]);
  await work(t, app);
  const films = await settled(app, bucketId);
  assert.deepEqual(
    films.map(({ state, attempts }) => [state, attempts]),
    [
      ['done', 1],
      ['done', 1],
    ],
  );
  const [one, two] = films;
  assert.notDeepEqual(one?.filmSha256, two?.filmSha256, 'two films of one effect differ');
  const facts = await firstRow(
    app.db,
    sql`
    select film_width, film_height, film_duration_ms, report->>'effect' as effect, report->>'applied' as applied from films where id = ${one?.id}`,
  );
  assert.deepEqual(facts, {
    filmWidth: 720,
    filmHeight: 540,
    filmDurationMs: 5000,
    effect: 'pet-tilt',
    applied: 'false',
  });

  const { data } = await app.call(batchStatus, { body: { contentIds: photoIds }, token: user.token });
  const status = data.statuses[photoIds[0] ?? ''];
  assert.equal(status?.status, 'done');
  const [shown] = status?.processedVideos ?? [];
  const played = await fetch(app.url + shown?.url);
  assert.equal(played.headers.get('content-type'), 'video/mp4');
  assert.deepEqual(
    Buffer.from(await played.arrayBuffer()),
    await buffer(await app.deps.storage.read(one?.filmKey ?? '')),
  );
  assert.equal((await fetch(app.url + shown?.posterUrl)).headers.get('content-type'), 'image/jpeg');

  const admin = await app.createUser({ role: 'Admin' });
  const listed = (await app.call(listGenerations, { token: admin.token })).data;
  assert.deepEqual(
    listed.generations.map(({ state }) => state),
    ['completed', 'completed'],
  );
  for (const { id, assets } of listed.generations) {
    const film = await fetch(app.url + assets.video_url);
    assert.deepEqual([film.status, film.headers.get('content-type')], [200, 'video/mp4'], id);
    const bytes = Buffer.from(await film.arrayBuffer());
    assert.ok(
      films.some(({ filmSha256 }) => filmSha256?.equals(sha256(bytes))),
      'it is the film that was delivered',
    );
    const link = new URL(assets.video_url ?? '', app.url);
    assert.ok(Number(link.searchParams.get('e')) * 1000 < Date.now() + 20 * 60_000, 'it expires');
    link.searchParams.set('e', String(Number(link.searchParams.get('e')) + 3600));
    assert.equal((await fetch(link)).status, 403, 'and cannot be made to last longer');
    assert.equal((await fetch(new URL(link.pathname, app.url))).status, 403);
  }
  const reports = (await app.call(listFilmReports, { token: admin.token })).data;
  assert.deepEqual(
    [reports.total, reports.data.map(({ lack, faces }) => [lack, faces])],
    [
      2,
      [
        ['no_subject', 0],
        ['no_subject', 0],
      ],
    ],
  );
  assert.ok(reports.data.every(({ renderMs }) => renderMs > 0));
});

test('a film of another effect is described alike everywhere, and owed to customers who did not agree', async (t) => {
  const { bucketId, user, photoIds } = await orderFilms(app, [[1], [1], [1]]);
  const [surprised = '', agreed = '', unseen = ''] = photoIds;
  // Another reason than the film's, for the same picture.
  await runStatement(app.db, sql`update films set agreed_to = 'no_face' where photo_id = ${agreed}`);
  await runStatement(app.db, sql`update films set agreed_to = 'not_seen' where photo_id = ${unseen}`);
  await work(t, app);
  const films = await settled(app, bucketId);
  const admin = await app.createUser({ role: 'Admin' });
  const lacks = (shown: readonly { lack?: string | null }[]) => shown.map(({ lack }) => lack);
  const all = photoIds.map(() => 'no_subject');

  const { token } = user;
  const { statuses } = (await app.call(batchStatus, { body: { contentIds: photoIds }, token })).data;
  const watched = photoIds.flatMap((id) => statuses[id]?.processedVideos ?? []);
  assert.deepEqual(lacks(watched.map(({ shows }) => ({ ...shows }))), all, 'dashboard and viewer');
  assert.deepEqual(
    watched.map(({ isOwed, isAgreed }) => [isOwed, isAgreed]),
    [
      [true, undefined],
      [undefined, true],
      [undefined, true],
    ],
  );
  assert.deepEqual(
    photoIds.flatMap((id) => statuses[id]?.versions.map(({ agreedAs }) => agreedAs)),
    [undefined, 'picture', 'possible'],
  );
  const saved = await fetch(new URL(watched[1]?.downloadUrl ?? '', app.url));
  assert.match(saved.headers.get('content-disposition') ?? '', /filename="keepsake-moving-picture-1\.mp4"/);
  const filmIds = films.map(({ id }) => id);
  const shared = await app.call(createShare, {
    params: { id: bucketId },
    body: { filmIds, days: 7, password: '' },
    token,
  });
  const opened = await app.call(openShare, { body: { token: shared.data.url.split('#')[1] ?? '' } });
  assert.deepEqual(
    opened.data.films.map(({ shows }) => shows),
    ['picture', 'picture', 'picture'],
    'shared page',
  );
  const reports = (await app.call(listFilmReports, { token: admin.token })).data.data;
  assert.deepEqual(lacks(reports.filter(({ contentId }) => photoIds.includes(contentId))), all, 'administrators');
  const mail = await firstRow<{ payload: { agreed: { action: object }[]; replaced: { action: object }[] } }>(
    app.db,
    sql`select payload from mails where bucket_id = ${bucketId} and kind = 'films-ready'`,
  );
  const unnamed = (named: readonly { action: object }[] = []) => named.map(({ action: _action, ...film }) => film);
  assert.deepEqual(
    { ...mail?.payload, agreed: unnamed(mail?.payload.agreed), replaced: unnamed(mail?.payload.replaced) },
    {
      done: 3,
      failed: 0,
      replaced: [{ photo: 'photo 1.jpg', standIn: 'picture', isOwed: true }],
      agreed: [
        { photo: 'photo 2.jpg', standIn: 'picture' },
        { photo: 'photo 3.jpg', standIn: 'picture' },
      ],
    },
  );
  const { entries } = (await app.call(bucketTimeline, { params: { id: bucketId }, token })).data;
  assert.deepEqual(
    entries
      .flatMap(({ kind, code }) => (/film_(replaced|as_agreed)/.test(kind) ? [`${kind}: ${code}`] : []))
      .toSorted(),
    ['film_as_agreed: no_subject', 'film_as_agreed: no_subject', 'film_replaced: no_subject'],
    'history',
  );
  assert.equal(entries.filter(({ kind }) => kind === 'film_owed').length, 1);

  const owed = async () =>
    (await app.call(owedFilms, { token: admin.token })).data.data.filter((film) => film.bucketId === bucketId);
  assert.deepEqual(
    (await owed()).map(({ contentId, failureCode }) => [contentId, failureCode]),
    [[surprised, 'effect_replaced']],
  );
  const [{ id: debt, promptId } = assert.fail('nothing is owed')] = await allRows<{ id: string; promptId: string }>(
    app.db,
    sql`select owed_films.id, prompt_id from owed_films join films on films.id = film_id where photo_id = ${surprised}`,
  );
  const grant = (contentId: string) =>
    app.call(grantFilms, {
      params: { id: bucketId },
      body: { contentId, promptId, count: 1, note: 'another try', key: newId(), settles: [debt] },
      token: admin.token,
    });
  assert.equal((await grant(surprised)).error.code, 'would_be_replaced');
  assert.equal((await owed()).length, 1);
  assert.equal((await grant(agreed)).status, 200);
  await settled(app, bucketId);
  assert.deepEqual(await owed(), []);
});

test('a photo that cannot be read fails at once, with the reason', async (t) => {
  const { bucketId } = await orderFilms(app);
  const photo = await firstRow<{ filename: string }>(
    app.db,
    sql`select filename from photos where bucket_id = ${bucketId}`,
  );
  await app.deps.storage.put(photoKey(photo?.filename ?? ''), Buffer.from('no picture'), 'image/jpeg');
  await work(t, app);
  const [film] = await settled(app, bucketId);
  assert.deepEqual([film?.state, film?.failureCode, film?.attempts], ['failed', 'photo_unreadable', 1]);
});

test('a worker that stops in the middle of a render releases it, and the next one makes it', async (t) => {
  // The search for faces takes long enough to be stopped in the middle.
  await runStatement(app.db, sql`update prompts set effect = 'smile' where effect = 'pet-tilt'`);
  const { bytes } = await newPortrait();
  const { bucketId } = await orderFilms(app, [[1]], undefined, Buffer.from(bytes));
  const first = await work(t, app);
  await until(
    async () =>
      (await allRows(app.db, sql`select 1 from attempts where sent_at is not null and ended_at is null`)).length === 1,
  );
  const begun = Date.now();
  await first.stop();
  assert.ok(Date.now() - begun < 30_000);
  const firstAttempt = sql`select attempts.state from attempts join films on films.id = film_id where bucket_id = ${bucketId} and attempts.number = 1`;
  // A busy machine may release it only after the queue has stopped waiting.
  await until(async () => (await allRows<{ state: string }>(app.db, firstAttempt))[0]?.state === 'abandoned');
  await work(t, app);
  const [film] = await settled(app, bucketId);
  assert.deepEqual([film?.state, film?.attempts], ['done', 2]);
});
