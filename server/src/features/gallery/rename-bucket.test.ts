import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { archiveBucket, getBucket, myBuckets, renameBucket } from '@keepsake/contract/photos/content';
import { limits } from '@keepsake/contract/limits';
import { sql } from 'kysely';
import { orderFilms } from '../../../test/film-order.ts';
import { startTestApp, type TestUser } from '../../../test/harness.ts';
import { createPhotoSet } from '../../../test/photo-set.ts';
import { firstRow } from '../../../test/statements.ts';

const app = await startTestApp(undefined);

const rename = ({ token }: Pick<TestUser, 'token'>, id: string, name: string) =>
  app.call(renameBucket, { params: { id }, body: { name }, token });
const kept = (id: string) =>
  firstRow(app.db, sql`select revision, updated_at, deletion_date, status from buckets where id = ${id}`);

describe('the name of a set', () => {
  test('is null until its customer gives one, is read with the set, and is removed by an empty one', async () => {
    const user = await app.createUser();
    const { bucketId: id } = await createPhotoSet(app.db, user.id, [[1]]);
    const read = async () => {
      const { data } = await app.call(getBucket, { params: { id }, token: user.token });
      const page = (await app.call(myBuckets, { token: user.token })).data.buckets;
      assert.equal(page[0]?.name, data.bucket.name);
      return data.bucket.name;
    };
    assert.equal(await read(), null);
    assert.equal((await rename(user, id, 'Grandma’s 80th 🎂')).data.bucket.name, 'Grandma’s 80th 🎂');
    assert.equal(await read(), 'Grandma’s 80th 🎂');
    for (const empty of ['', '  ', '\u200B']) {
      await rename(user, id, 'By the lake');
      assert.equal((await rename(user, id, empty)).data.bucket.name, null);
      assert.equal(await read(), null);
    }
  });

  test('is kept as it is seen: trimmed, without invisible characters, its accents composed', async () => {
    const user = await app.createUser();
    const { bucketId } = await createPhotoSet(app.db, user.id, [[1]]);
    const typed = ' \u202EE\u0301te\u0301 a\u200B la mer ';
    assert.equal((await rename(user, bucketId, typed)).data.bucket.name, '\u00C9t\u00E9 a la mer');
  });

  test('has at most eighty characters, on one line', async () => {
    const user = await app.createUser();
    const { bucketId } = await createPhotoSet(app.db, user.id, [[1]]);
    const longest = 'ő'.repeat(limits.bucketNameLength);
    assert.equal((await rename(user, bucketId, longest)).data.bucket.name, longest);
    for (const refused of [`${longest}ű`, 'two\nlines']) {
      const { status, data } = await rename(user, bucketId, refused);
      assert.deepEqual([status, Object.keys((data as unknown as { fields: object }).fields)], [400, ['name']]);
    }
  });

  test('changes nothing else, whether the set is unpaid, paid or archived', async () => {
    const user = await app.createUser();
    const unpaid = await createPhotoSet(app.db, user.id, [[1]]);
    const paid = await orderFilms(app, [[1]], user);
    const archived = await orderFilms(app, [[1]], user);
    await app.call(archiveBucket, { params: { id: archived.bucketId }, token: user.token });
    for (const { bucketId } of [unpaid, paid, archived]) {
      const before = await kept(bucketId);
      assert.equal((await rename(user, bucketId, 'Named')).status, 200);
      assert.deepEqual(await kept(bucketId), before);
    }
  });

  test('can be changed only by its owner', async () => {
    const [user, stranger] = [await app.createUser(), await app.createUser({ role: 'Admin' })];
    const { bucketId: id } = await createPhotoSet(app.db, user.id, [[1]]);
    assert.equal((await rename(stranger, id, 'Mine')).status, 404);
    assert.equal((await app.call(renameBucket, { params: { id }, body: { name: 'Mine' } })).status, 401);
    assert.equal((await app.call(getBucket, { params: { id }, token: user.token })).data.bucket.name, null);
  });
});
