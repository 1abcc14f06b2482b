import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'vitest';
import { limits } from '@keepsake/contract/limits';
import {
  type Content,
  copyContent,
  deleteBucket,
  deleteContentFile,
  getBucket,
  getContent,
  myBuckets,
} from '@keepsake/contract/photos/content';
import { sql } from 'kysely';
import { orderFilms } from '../../../../test/film-order.ts';
import { finishFilms } from '../../../../test/finished-films.ts';
import { startTestApp, type TestUser } from '../../../../test/harness.ts';
import { createPhotoSet } from '../../../../test/photo-set.ts';
import { firstRow, runStatement } from '../../../../test/statements.ts';
import { saveCheck } from '../checks/photo-check.queries.ts';
import { newPortrait, traces, upload } from '../../../../test/upload.ts';

const app = await startTestApp(undefined, { photoChecks: true });

const copy = ({ token }: TestUser, id: string, body: { bucketId?: string; setKey?: string } = {}) =>
  app.call(copyContent, { params: { id }, body, token });
const bytesOf = async ({ photoUrl }: Pick<Content, 'photoUrl'>) => {
  const response = await fetch(app.url + photoUrl);
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
};
const setsOf = async ({ token }: TestUser) => (await app.call(myBuckets, { token })).data.buckets;

/** A paid set with a finished film. */
async function delivered() {
  const order = await orderFilms(app);
  await finishFilms(app, order.bucketId);
  const [photoId = ''] = order.photoIds;
  // Looked at already, as before every order: looking for a face in a drawing takes seconds. The empty check of the set would not be replaced.
  await runStatement(app.db, sql`delete from photo_checks where photo_id = ${photoId}`);
  await saveCheck(app.db, photoId, {
    faces: [],
    hasEars: false,
    canWave: false,
    subject: null,
    sharpness: 20,
    brightness: 120,
  });
  const { data } = await app.call(getContent, { params: { id: photoId }, token: order.user.token });
  return { ...order, photoId, photo: data.content };
}

describe('a photo that is ordered again', () => {
  test('is in a new unpaid set with the same picture and no effects yet; its own set stays as it is', async () => {
    const { user, photoId, photo, bucketId } = await delivered();
    const before = (await app.call(getBucket, { params: { id: bucketId }, token: user.token })).data.bucket;
    const { status, data } = await copy(user, photoId);
    assert.deepEqual([status, data.bucket.status, data.bucket.Contents.length], [200, 'pending', 1]);
    const [copied] = data.bucket.Contents;
    assert.ok(copied && copied.id !== photoId && copied.filename !== photo.filename);
    assert.deepEqual(
      [copied.originalName, copied.width, copied.height, copied.actions, copied.status],
      [photo.originalName, photo.width, photo.height, [], 'not_paid'],
    );
    const [ours, theirs] = [await bytesOf(copied), await bytesOf(photo)];
    assert.equal(ours.status, 200);
    assert.ok(ours.bytes.length > 0 && ours.bytes.equals(theirs.bytes));
    const after = (await app.call(getBucket, { params: { id: bucketId }, token: user.token })).data.bucket;
    const seen = ({ status: state, updatedAt, deletionDate, Contents }: typeof after) => [
      state,
      updatedAt,
      deletionDate,
      Contents.map(({ id, ProcessedContents }) => [id, ProcessedContents.length]),
    ];
    assert.deepEqual(seen(after), seen(before));
  });

  test('joins the unpaid set that is named, once however often it is asked for', async () => {
    const { user, photoId } = await delivered();
    const draft = await createPhotoSet(app.db, user.id, [[1]]);
    const before = await traces(app);
    for (let time = 0; time < 3; time += 1) {
      const { data } = await copy(user, photoId, draft);
      assert.deepEqual([data.bucket.id, data.bucket.Contents.length], [draft.bucketId, 2]);
    }
    const after = await traces(app);
    assert.deepEqual(
      [after.photos - before.photos, after.files.length - before.files.length, after.announced],
      [1, 1, before.announced],
    );
  });

  test('makes one set if the answer was lost and it is asked for again, also at once', async () => {
    const { user, photoId } = await delivered();
    const setKey = randomUUID();
    const before = await traces(app);
    const answers = await Promise.all([1, 2, 3].map(() => copy(user, photoId, { setKey })));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
    assert.equal((await setsOf(user)).length, 2);
    const after = await traces(app);
    assert.equal(after.files.length - before.files.length, 1);
  });

  test('outlives the photo it was made of, and the other way round', async () => {
    for (const gone of ['original', 'copy'] as const) {
      const { user, photoId, photo, bucketId } = await delivered();
      const [copied] = (await copy(user, photoId)).data.bucket.Contents;
      assert.ok(copied);
      const { token } = user;
      if (gone === 'original') await app.call(deleteBucket, { params: { id: bucketId }, token });
      else await app.call(deleteContentFile, { params: { filename: copied.filename }, token });
      await app.drain();
      const [left, lost] = gone === 'original' ? [copied, photo] : [photo, copied];
      assert.deepEqual([(await bytesOf(left)).status, (await bytesOf(lost)).status], [200, 403]);
      const keys = (await traces(app)).files;
      assert.deepEqual(
        [keys.includes(`photos/${left.filename}`), keys.includes(`photos/${lost.filename}`)],
        [true, false],
      );
    }
  });

  test('is not checked again: the findings are copied, and so is the position of the heads', async () => {
    const user = await app.createUser();
    const { body } = await upload(app, user.token, [await newPortrait()]);
    await app.drain();
    const id = body.content[0]?.id ?? '';
    const focusOf = async (photoId: string) =>
      (await app.call(getContent, { params: { id: photoId }, token: user.token })).data.content.focus;
    const focus = await focusOf(id);
    assert.ok(focus && focus.x > 0.2 && focus.x < 0.8 && focus.y > 0.1 && focus.y < 0.7, JSON.stringify(focus));
    const [copied] = (await copy(user, id)).data.bucket.Contents;
    await app.drain();
    assert.deepEqual(await focusOf(copied?.id ?? ''), focus);
  });

  test('is refused if the set is paid, full, or one too many, and leaves nothing', async () => {
    const { user, photoId, bucketId } = await delivered();
    const full = await createPhotoSet(
      app.db,
      user.id,
      Array.from({ length: limits.photosPerBucket }, () => [1]),
    );
    const before = await traces(app);
    const codeOf = async (body: { bucketId?: string }) =>
      ((await copy(user, photoId, body)).data as unknown as { code: string }).code;
    assert.equal(await codeOf({ bucketId }), 'bucket_not_editable');
    assert.equal(await codeOf({ bucketId: full.bucketId }), 'too_many_photos');
    for (let set = 1; set < limits.openBucketsPerUser; set += 1) await createPhotoSet(app.db, user.id, []);
    assert.equal(await codeOf({}), 'too_many_open_buckets');
    assert.deepEqual(await traces(app), before);
  });

  test('is its owner’s alone, as is the set that it joins', async () => {
    const { user, photoId } = await delivered();
    const stranger = await app.createUser();
    const theirs = await createPhotoSet(app.db, stranger.id, [[1]]);
    assert.equal((await copy(stranger, photoId)).status, 404);
    assert.equal((await copy(user, photoId, { bucketId: theirs.bucketId })).status, 404);
    assert.deepEqual([(await setsOf(stranger)).length, (await setsOf(user)).length], [1, 1]);
  });

  test('whose file is gone is not found, and makes no set', async () => {
    const { user, photoId, photo } = await delivered();
    await app.deps.storage.remove(`photos/${photo.filename}`);
    assert.equal((await copy(user, photoId)).status, 404);
    assert.equal((await setsOf(user)).length, 1);
    const left = await firstRow<{ count: number }>(
      app.db,
      sql`select count(*)::int as count from file_removals where requested_at > now()`,
    );
    await runStatement(app.db, sql`delete from file_removals where requested_at > now()`);
    assert.ok((left?.count ?? 0) <= 1, 'at most the name of the file that never came');
  });
});
