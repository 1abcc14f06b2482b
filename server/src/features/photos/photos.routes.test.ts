import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import * as contract from '@keepsake/contract/photos/content';
import type { Endpoint } from '@keepsake/contract/endpoint';
import { orderFilms } from '../../../test/film-order.ts';
import { filmBytes, finishFilms } from '../../../test/finished-films.ts';
import { startTestApp } from '../../../test/harness.ts';
import { createPhotoSet } from '../../../test/photo-set.ts';
import { newPhoto, upload } from '../../../test/upload.ts';
import { sql } from 'kysely';
import { firstRow, runStatement } from '../../../test/statements.ts';
import { newId, sha256 } from '../../platform/ids.ts';

const app = await startTestApp(undefined);
const [owner, other] = [await app.createUser(), await app.createUser()];

describe('photos and sets', () => {
  test('exist only for their owner: for another user they do not exist, a visitor must sign in', async () => {
    const { bucketId, photoIds } = await createPhotoSet(app.db, owner.id, [[1], [2]]);
    const [photoId = ''] = photoIds;
    const photo = await firstRow<{ filename: string }>(app.db, sql`select filename from photos where id = ${photoId}`);
    const filename = photo?.filename ?? '';
    const calls: [endpoint: Endpoint, options: { params?: Record<string, string>; body?: Record<string, unknown> }][] =
      [
        [contract.getContent, { params: { id: photoId } }],
        [contract.bucketContents, { params: { id: bucketId } }],
        [contract.getBucket, { params: { id: bucketId } }],
        [contract.updateBatch, { body: { contents: [{ id: photoId, actions: [] }] } }],
        [contract.deleteContentFile, { params: { filename } }],
        [contract.deleteBucket, { params: { id: bucketId } }],
      ];
    for (const [endpoint, options] of calls) {
      const name = `${endpoint.method} ${endpoint.path}`;
      assert.equal((await app.call(endpoint, options)).status, 401, name);
      const foreign = await app.call(endpoint, { ...options, token: other.token });
      const missing = await app.call(endpoint, { ...somebodysNothing(options), token: owner.token });
      assert.deepEqual([foreign.status, foreign.error], [missing.status, missing.error], name);
      assert.deepEqual([foreign.status, foreign.error.code], [404, 'not_found'], name);
      assert.equal((await app.call(endpoint, { ...options, token: owner.token })).status, 200, name);
    }
  });

  test('cannot be uploaded by a visitor, nor into the set of another', async () => {
    const { bucketId } = await createPhotoSet(app.db, owner.id, [[1]]);
    const file = await newPhoto();
    assert.equal((await upload(app, undefined, [file])).status, 401);
    for (const id of [bucketId, newId()]) {
      const { status, body } = await upload(app, other.token, [file], { bucketId: id });
      assert.deepEqual([status, body.code], [404, 'not_found']);
    }
  });

  test('are listed newest first, a page at a time, archived sets left out', async () => {
    const user = await app.createUser();
    const ids = [];
    for (let at = 0; at < 7; at += 1) {
      const { bucketId } = await createPhotoSet(app.db, user.id, [[1], [1, 2]]);
      await runStatement(
        app.db,
        sql`update buckets set created_at = app_now() + ${at}::int * interval '1 minute' where id = ${bucketId}`,
      );
      ids.unshift(bucketId);
    }
    const archived = ids.splice(1, 1)[0];
    await runStatement(app.db, sql`update buckets set status = 'archived', paid_at = app_now() where id = ${archived}`);
    await createPhotoSet(app.db, other.id, [[1]]);
    const page = async (query: Record<string, number | string>) =>
      (await app.call(contract.myBuckets, { query, token: user.token })).data;
    const [first, second, beyond] = [await page({}), await page({ page: 2, limit: 5 }), await page({ page: 9 })];
    assert.deepEqual(
      first.buckets.map(({ id }) => id),
      ids.slice(0, 5),
    );
    assert.deepEqual(first.pagination, { total: 6, totalPages: 2, page: 1, limit: 5 });
    assert.deepEqual([first.archived, first.archivedTotal], [false, 1]);
    assert.deepEqual(
      second.buckets.map(({ id }) => id),
      ids.slice(5),
    );
    assert.deepEqual([beyond.buckets, beyond.pagination.total], [[], 6]);
    assert.deepEqual(
      first.buckets[0]?.Contents.map(({ variety }) => variety),
      [1, 3],
    );
    const put = await page({ archived: 'true' });
    assert.deepEqual(
      [put.buckets.map(({ id, status }) => [id, status]), put.archived],
      [[[archived, 'archived']], true],
    );
    assert.deepEqual([put.pagination.total, put.archivedTotal, beyond.archivedTotal], [1, 1, 1]);
    for (const query of [{ page: 0 }, { limit: 101 }, { limit: 0 }, { archived: 'yes' }]) {
      assert.equal((await app.call(contract.myBuckets, { query, token: user.token })).status, 400);
    }
  });

  test('are found by the page on which they are; one that is not there leads to the first page', async () => {
    const [user, stranger] = [await app.createUser(), await app.createUser()];
    const made: string[] = [];
    for (let number = 0; number < 7; number += 1) made.unshift((await createPhotoSet(app.db, user.id, [[1]])).bucketId);
    await runStatement(app.db, sql`update buckets set status = 'archived', paid_at = app_now() where id = ${made[3]}`);
    const pageOf = async (bucket: string, { token } = user) => {
      const { data } = await app.call(contract.myBuckets, { token, query: { bucket, limit: 2 } });
      const isThere = data.buckets.some(({ id }) => id === bucket);
      return [data.pagination.page, isThere, ...(data.archived ? ['archived'] : [])];
    };
    const found = [];
    for (const id of made) found.push(await pageOf(id));
    assert.deepEqual(found, [
      [1, true],
      [1, true],
      [2, true],
      [1, true, 'archived'],
      [2, true],
      [3, true],
      [3, true],
    ]);
    assert.deepEqual(await pageOf(made[6] ?? '', stranger), [1, false]);
    assert.deepEqual(await pageOf(newId()), [1, false]);
    const wrong = await app.call(contract.myBuckets, { token: user.token, query: { bucket: "1' or true" } });
    assert.deepEqual([wrong.status, Object.keys(wrong.error.fields ?? {})], [400, ['bucket']]);
  });

  test('are read with six statements at most, their status with three, however many there are', async () => {
    const user = await app.createUser();
    const { photoIds } = await createPhotoSet(
      app.db,
      user.id,
      Array.from({ length: 50 }, () => [1, 2]),
    );
    for (let at = 0; at < 10; at += 1) await createPhotoSet(app.db, user.id, [[1], [2], [1, 1]]);
    const my = await statements(() => app.call(contract.myBuckets, { query: { limit: 100 }, token: user.token }));
    assert.ok(my.length <= 6, `${my.length}: ${my.join('\n')}`);
    const status = await statements(() =>
      app.call(contract.batchStatus, { body: { contentIds: photoIds }, token: user.token }),
    );
    assert.ok(status.length <= 3, `${status.length}: ${status.join('\n')}`);
  });

  test('have a status and the finished films; ids of other customers are left out', async () => {
    const { user, bucketId, photoIds } = await orderFilms(app, [[1, 1], [1]]);
    const unpaid = await createPhotoSet(app.db, user.id, [[1]]);
    const foreign = await createPhotoSet(app.db, other.id, [[1]]);
    const [first = '', second = ''] = photoIds;
    const [filmId = '', failedId = ''] = await finishFilms(app, bucketId);
    await runStatement(
      app.db,
      sql`update films set state = 'failed', done_at = null, failure_code = 'moderation' where id = ${failedId}`,
    );
    const body = { contentIds: [...photoIds, ...unpaid.photoIds, ...foreign.photoIds, newId()] };
    const { statuses } = (await app.call(contract.batchStatus, { body, token: user.token })).data;
    assert.deepEqual(Object.keys(statuses).toSorted(), [...photoIds, ...unpaid.photoIds].toSorted());
    assert.equal(statuses[unpaid.photoIds[0] ?? '']?.status, 'not_paid');
    assert.equal(statuses[second]?.status, 'done');
    assert.equal(statuses[first]?.status, 'failed');
    assert.deepEqual(
      statuses[first]?.versions.map(({ state, failureCode }) => [state, failureCode]),
      [
        ['done', null],
        ['failed', 'moderation'],
      ],
    );
    const [film, ...more] = statuses[first]?.processedVideos ?? [];
    assert.deepEqual([film?.id, film?.number, more], [filmId, 1, []]);
    assert.deepEqual(
      [film?.metadata.bytes, film?.metadata.sha256],
      [filmBytes.length, sha256(filmBytes).toString('hex')],
    );
    const { content } = (await app.call(contract.getContent, { params: { id: first }, token: user.token })).data;
    assert.deepEqual([content.status, content.ProcessedContents.length, content.versions.length], ['failed', 1, 2]);
  });

  test('return nothing without ids, and refuse more than 500 or malformed ids', async () => {
    const ask = async (photoIds: string[]) =>
      app.call(contract.batchStatus, { body: { contentIds: photoIds }, token: owner.token });
    assert.deepEqual((await ask([])).data.statuses, {});
    assert.equal((await ask(Array.from({ length: 501 }, newId))).status, 400);
    assert.deepEqual(Object.keys((await ask(['x'])).error.fields ?? {}), ['contentIds.0']);
  });

  /** The same call for an object that nobody has. */
  function somebodysNothing(options: { params?: Record<string, string>; body?: Record<string, unknown> }) {
    const params = options.params && (options.params['id'] ? { id: newId() } : { filename: `${newId()}.jpg` });
    return { ...(params && { params }), ...(options.body && { body: { contents: [{ id: newId(), actions: [] }] } }) };
  }

  /** Texts of the SQL statements that a piece of work sends. */
  async function statements(work: () => Promise<{ status: number }>): Promise<string[]> {
    const sent: string[] = [];
    const { pool } = app.db;
    const { query } = pool;
    pool.query = ((statement: { text: string }, ...rest: never[]) => {
      sent.push(statement.text);
      return (query as (...all: unknown[]) => unknown).call(pool, statement, ...rest);
    }) as typeof query;
    try {
      assert.equal((await work()).status, 200);
    } finally {
      pool.query = query;
    }
    return sent;
  }
});
