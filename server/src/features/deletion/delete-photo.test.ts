import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { deleteBucket, deleteContentFile, getBucket, getContent } from '@keepsake/contract/photos/content';
import { orderFilms } from '../../../test/film-order.ts';
import { finishFilms, storedKeys } from '../../../test/finished-films.ts';
import type { TestUser } from '../../../test/harness.ts';
import { createPhotoSet } from '../../../test/photo-set.ts';
import { recordSale } from '../../../test/record-sale.ts';
import { startTestShop } from '../../../test/shop.ts';
import { newPhoto, upload } from '../../../test/upload.ts';
import { sql } from 'kysely';
import { allRows, firstRow, runStatement } from '../../../test/statements.ts';

const shop = await startTestShop();
const { app } = shop;

describe('deleting', () => {
  test('a photo deletes its file and keeps the others; the last photo deletes the set', async () => {
    const user = await app.createUser();
    const { body } = await upload(app, user.token, [await newPhoto('one.jpg'), await newPhoto('two.jpg')]);
    const [one = '', two = ''] = body.content.map(({ filename }) => filename);
    const first = await deletePhoto(user, one);
    assert.deepEqual([first.status, first.data], [200, { wasLastContent: false }]);
    const params = { id: body.bucketId ?? '' };
    const { bucket } = (await app.call(getBucket, { params, token: user.token })).data;
    assert.deepEqual(
      bucket.Contents.map(({ filename }) => filename),
      [two],
    );
    assert.equal((await deletePhoto(user, one)).status, 404, 'a second click finds nothing');
    assert.deepEqual((await deletePhoto(user, two)).data, { wasLastContent: true });
    assert.equal((await app.call(getBucket, { params, token: user.token })).status, 404);
    await app.drain();
    assert.deepEqual(
      (await storedKeys(app)).filter((key) => key.includes(one) || key.includes(two)),
      [],
    );
  });

  test('an unpaid set leaves a tombstone with what it would have cost, and no file', async () => {
    const { id, token } = await app.createUser();
    const { bucketId } = await createPhotoSet(app.db, id, [[2], []]);
    assert.equal((await app.call(deleteBucket, { params: { id: bucketId }, token })).status, 200);
    assert.deepEqual(await tombstone(bucketId), {
      photos: 2,
      films: 3,
      amount: 499 * 2 + 199,
      currency: 'USD',
      reason: 'customer',
      paid: false,
    });
  });

  test('a paid set at any time deletes films and stills, drops unfinished films and keeps the sale', async () => {
    const { user, bucketId, photoIds } = await orderFilms(app, [[2], [1]]);
    const films = await finishFilms(app, bucketId);
    await runStatement(
      app.db,
      sql`update films set state = 'creating', done_at = null, film_key = null, poster_key = null where id = ${films[2]}`,
    );
    await recordSale(app.db, bucketId, 1234);
    const keys = (await storedKeys(app)).filter((key) => films.slice(0, 2).some((id) => key.includes(id)));
    assert.equal(keys.length, 4);
    const params = { id: bucketId };
    assert.equal((await app.call(deleteBucket, { params, token: user.token })).status, 200);
    assert.equal((await app.call(deleteBucket, { params, token: user.token })).status, 404);
    for (const id of photoIds) {
      assert.equal((await app.call(getContent, { params: { id }, token: user.token })).status, 404);
    }
    assert.deepEqual(await tombstone(bucketId), {
      photos: 2,
      films: 3,
      amount: 1234,
      currency: 'EUR',
      reason: 'customer',
      paid: true,
    });
    assert.deepEqual(await allRows(app.db, sql`select amount from sales where bucket_id = ${bucketId}`), [
      { amount: 1234 },
    ]);
    assert.deepEqual(await allRows(app.db, sql`select id from films where bucket_id = ${bucketId}`), []);
    await app.drain();
    const left = await storedKeys(app);
    assert.deepEqual(
      keys.filter((key) => left.includes(key)),
      [],
    );
  });

  test('a photo of a paid set deletes only its films and keeps the sale', async () => {
    const { user, bucketId, photoIds } = await orderFilms(app, [[1], [1]]);
    const films = await finishFilms(app, bucketId);
    await recordSale(app.db, bucketId, 998);
    const photo = await firstRow<{ filename: string }>(
      app.db,
      sql`select filename from photos where id = ${photoIds[0]}`,
    );
    assert.deepEqual((await deletePhoto(user, photo?.filename ?? '')).data, { wasLastContent: false });
    await app.drain();
    const left = await storedKeys(app);
    assert.ok(!left.includes(`films/${films[0]}.mp4`));
    assert.ok(left.includes(`films/${films[1]}.mp4`));
    assert.deepEqual(await allRows(app.db, sql`select amount, photos from sales where bucket_id = ${bucketId}`), [
      { amount: 998, photos: 1 },
    ]);
  });

  test('the photo of the last unfinished film notifies the customer of the finished ones', async () => {
    const { user, bucketId, filename } = await setWithUnfinishedFilm();
    assert.equal((await deletePhoto(user, filename)).status, 200);
    assert.deepEqual(await mailsAbout(bucketId), [{ kind: 'films-ready', payload: { done: 1, failed: 0 } }]);
  });

  test('the photo of the last unfinished film notifies the customer of one that came late and waited for it', async () => {
    const { user, bucketId, finished, filename } = await setWithUnfinishedFilm();
    await runStatement(app.db, sql`update buckets set ready_mail_at = app_now() where id = ${bucketId}`);
    await runStatement(app.db, sql`update films set unannounced = true where id = ${finished}`);
    assert.equal((await deletePhoto(user, filename)).status, 200);
    assert.deepEqual(await mailsAbout(bucketId), [{ kind: 'late-films-ready', payload: { done: 1, failed: 0 } }]);
  });

  test('a set with an open payment session expires the session; if it is paid already, the set is kept', async () => {
    const [open, paid] = [await shop.newOrder([[1]]), await shop.newOrder([[1]])];
    await shop.pageOf(open);
    assert.equal((await app.call(deleteBucket, { params: { id: open.bucketId }, token: open.user.token })).status, 200);
    assert.equal((await shop.sessionsOf(open))[0]?.status, 'expired');
    const page = await shop.pageOf(paid);
    await shop.checkout.control('POST', 'webhooks/hold');
    await shop.checkout.pay(page);
    const answer = await app.call(deleteBucket, { params: { id: paid.bucketId }, token: paid.user.token });
    assert.deepEqual([answer.status, answer.error.code], [409, 'bucket_payment_in_progress']);
    await shop.checkout.control('POST', 'webhooks/release');
  });

  test('refuses an invalid file name', async () => {
    const { token } = await app.createUser();
    for (const filename of ['..%2F..%2Fetc%2Fpasswd', 'a.gif', 'x'.repeat(90) + '.jpg']) {
      assert.equal((await app.call(deleteContentFile, { params: { filename }, token })).status, 400, filename);
    }
  });

  function deletePhoto(user: TestUser, filename: string) {
    return app.call(deleteContentFile, { params: { filename }, token: user.token });
  }

  function tombstone(bucketId: string): Promise<object | undefined> {
    return firstRow(
      app.db,
      sql`
      select photos, films, amount, currency, reason, paid_at is not null as paid from bucket_tombstones where bucket_id = ${bucketId}`,
    );
  }
});

/** A paid set of two photos with a film each, of which only the first is finished, and the file name of the second photo. */
async function setWithUnfinishedFilm() {
  const { user, bucketId, photoIds } = await orderFilms(app, [[1], [1]]);
  const [finished, unfinished] = await finishFilms(app, bucketId);
  await runStatement(
    app.db,
    sql`update films set state = 'creating', done_at = null, film_key = null where id = ${unfinished}`,
  );
  const photo = await firstRow<{ filename: string }>(
    app.db,
    sql`select filename from photos where id = ${photoIds[1]}`,
  );
  return { user, bucketId, finished, filename: photo?.filename ?? '' };
}

function mailsAbout(bucketId: string) {
  return allRows(app.db, sql`select kind, payload from mails where bucket_id = ${bucketId}`);
}
