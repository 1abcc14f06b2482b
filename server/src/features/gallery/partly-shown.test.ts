import assert from 'node:assert/strict';
import { createShare, openShare } from '@keepsake/contract/films/shares';
import { batchStatus } from '@keepsake/contract/photos/content';
import { sql } from 'kysely';
import { test } from 'vitest';
import { orderFilms } from '../../../test/film-order.ts';
import { finishFilms } from '../../../test/finished-films.ts';
import { startTestApp } from '../../../test/harness.ts';
import { runStatement } from '../../../test/statements.ts';
import { notifyWhenSettled } from '../films/notify-when-settled.ts';

const app = await startTestApp(undefined);

/** What is told of finished films with these reports: in the gallery, to guests, and by the mail that they are ready. */
async function told(reports: readonly object[]) {
  const { user, bucketId, photoIds } = await orderFilms(
    app,
    reports.map(() => [1]),
  );
  const filmIds = await finishFilms(app, bucketId);
  for (const [at, report] of reports.entries())
    await runStatement(
      app.db,
      sql`update films set report = ${JSON.stringify(report)}::jsonb, action = '{"en": "Laugh"}' where id = ${filmIds[at]}`,
    );
  const { token } = user;
  const { statuses } = (await app.call(batchStatus, { body: { contentIds: photoIds }, token })).data;
  const body = { filmIds, days: 7, password: '' };
  const share = (await app.call(createShare, { params: { id: bucketId }, body, token })).data;
  const opened = (await app.call(openShare, { body: { token: share.url.split('#')[1] ?? '' } })).data;
  await app.db.transaction().execute((tx) => notifyWhenSettled(tx, { bucketId, userId: user.id }));
  await app.drain();
  const mail = (await app.mails()).find(({ to }) => to?.[0]?.address === user.email);
  return {
    gallery: photoIds.flatMap((id) => statuses[id]?.processedVideos.map(({ shows }) => shows?.partly)),
    guests: opened.films.map(({ partly }) => partly),
    mail: mail?.text?.match(/^> .*$/gm) ?? [],
  };
}

test('how many show a film is told alike in the gallery, to guests and by the mail, if not everybody does', async () => {
  const laughs = { of: 'faces', count: 2, total: 5 };
  const waves = { of: 'hands', count: 1, total: 3 };
  const { gallery, guests, mail } = await told([
    { effect: 'laugh', faces: 2, facesInPhoto: 5 },
    { effect: 'wave', faces: 1, facesInPhoto: 3 },
    { effect: 'laugh', faces: 2, facesInPhoto: 5 },
  ]);
  assert.deepEqual(gallery, [laughs, waves, laughs]);
  assert.deepEqual(guests, [laughs, waves, laughs]);
  assert.deepEqual(mail, [
    '> Laugh (photo 1.jpg), Laugh (photo 3.jpg): shown by 2 of 5 faces.',
    '> Laugh (photo 2.jpg): 1 hand waves.',
  ]);
});

test('nothing is told of a film that everybody shows, that shows something else, or whose report does not say', async () => {
  const { gallery, guests, mail } = await told([
    { effect: 'laugh', faces: 5, facesInPhoto: 5 },
    { effect: 'wave', faces: 1, facesInPhoto: 1 },
    { effect: 'wave', faces: 1 },
    { effect: 'pet-breathe', faces: 0 },
    { effect: 'hug', faces: 1, facesInPhoto: 2, fallback: { code: 'no_arms' } },
  ]);
  const nothing = Array.from({ length: 5 }, () => undefined);
  assert.deepEqual([gallery, guests], [nothing, nothing]);
  assert.deepEqual(mail, ['> Laugh (photo 5.jpg): a smile.']);
});
