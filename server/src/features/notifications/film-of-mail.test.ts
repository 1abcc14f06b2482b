import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { sql } from 'kysely';
import { drawPhoto } from '../../../test/draw-photo.ts';
import { orderFilms } from '../../../test/film-order.ts';
import { finishFilms } from '../../../test/finished-films.ts';
import { startTestApp } from '../../../test/harness.ts';
import { runStatement } from '../../../test/statements.ts';
import { queueMail } from '../journal/queue-mail.ts';
import { filmOfMail } from './film-of-mail.ts';

const app = await startTestApp(undefined);

/** A set of three finished films of two photos. */
async function finishedSet() {
  const { user, bucketId } = await orderFilms(app, [[2], [1]]);
  const filmIds = await finishFilms(app, bucketId);
  return { user, bucketId, filmIds };
}

async function drawPoster(filmId: string, width: number, height: number): Promise<void> {
  const poster = await drawPhoto(width, height).jpeg({ quality: 100 }).toBuffer();
  await app.deps.storage.put(`posters/${filmId}.jpg`, poster, 'image/jpeg');
}

async function mailOf(kind: 'films-ready' | 'late-films-ready', set: Awaited<ReturnType<typeof finishedSet>>) {
  const { user, bucketId } = set;
  const payload = { done: 3, failed: 0 };
  await app.db.transaction().execute((tx) => queueMail(tx, { kind, userId: user.id, bucketId, payload }));
  await app.drain();
  const [mail] = (await app.mails()).filter(({ to }) => to?.[0]?.address === user.email);
  return mail ?? assert.fail('no mail');
}

describe('the film of a mail', () => {
  test('comes as a small picture inside the message, with a link that opens it', async () => {
    const set = await finishedSet();
    const [first = ''] = set.filmIds;
    await drawPoster(first, 1200, 1500);
    const mail = await mailOf('films-ready', set);
    const [picture = assert.fail('no picture')] = mail.attachments;
    const bytes = Buffer.from(picture.content as ArrayBuffer);
    assert.ok(bytes.length <= 60_000 && bytes.length > 1_000, `${bytes.length} bytes`);
    assert.equal(bytes.subarray(0, 2).toString('hex'), 'ffd8');
    assert.match(mail.html ?? '', /<img src="cid:film" [^>]*width="288" height="360"/);
    assert.match(mail.text ?? '', new RegExp(`/dashboard\\?bucket=${set.bucketId}&film=${first}\\s`));
  });

  test('is the one that was finished last where films came later than the others', async () => {
    const set = await finishedSet();
    const [, , last = ''] = set.filmIds;
    await runStatement(app.db, sql`update films set done_at = app_now() + interval '1 minute' where id = ${last}`);
    assert.match((await mailOf('late-films-ready', set)).text ?? '', new RegExp(`&film=${last}\\s`));
  });

  test('is named after what it shows', async () => {
    const set = await finishedSet();
    const [first = ''] = set.filmIds;
    const report = JSON.stringify({ effect: 'wave', faces: 1, fallback: { code: 'no_hand' } });
    await runStatement(app.db, sql`update films set report = ${report}::jsonb where id = ${first}`);
    assert.match((await mailOf('films-ready', set)).text ?? '', /^The link opens this film: a nod \(photo 1\.jpg\)$/m);
  });

  test('goes without a picture if that cannot be drawn, and the mail is sent', async () => {
    const set = await finishedSet();
    const mail = await mailOf('films-ready', set);
    assert.deepEqual(mail.attachments, []);
    assert.doesNotMatch(mail.html ?? '', /<img/);
    assert.match(mail.text ?? '', new RegExp(`&film=${set.filmIds[0]}\\s`));
  });

  test('is none of a set that has no finished film, or is gone', async () => {
    const { bucketId } = await orderFilms(app);
    assert.equal(await filmOfMail(app.deps, bucketId, 'first'), undefined);
    assert.equal(await filmOfMail(app.deps, null, 'first'), undefined);
  });
});
