import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { listAudit } from '@keepsake/contract/admin/audit';
import * as contract from '@keepsake/contract/photos/content';
import { archiveAnyBucket, getOrder, grantFilms, unarchiveAnyBucket } from '@keepsake/contract/orders/ledger';
import { createShare } from '@keepsake/contract/films/shares';
import { filmsAre, orderFilms, work } from '../../../../test/film-order.ts';
import { finishFilms } from '../../../../test/finished-films.ts';
import { startTestApp } from '../../../../test/harness.ts';
import { createPhotoSet } from '../../../../test/photo-set.ts';
import { until } from '../../../../test/until.ts';
import { startTestVideoService } from '../../../../test/video-service.ts';
import { sql } from 'kysely';
import { allRows, firstRow, runStatement } from '../../../../test/statements.ts';
import { newId } from '../../../platform/ids.ts';

const service = await startTestVideoService();
const app = await startTestApp(undefined, { settings: service.settings });
const admin = await app.createUser({ role: 'Admin' });

const deletionDate = async (bucketId: string) =>
  (
    await firstRow<{ at: Date }>(app.db, sql`select deletion_date as at from buckets where id = ${bucketId}`)
  )?.at.getTime();
const listed = async (token: string, query: Record<string, string>) =>
  (await app.call(contract.myBuckets, { token, query })).data.buckets.map(({ id }) => id);
const auditOf = async (subject: string) =>
  (await app.call(listAudit, { token: admin.token, query: { subject } })).data.data.map(({ action }) => action);

describe('a paid set', () => {
  test('is archived and restored by its owner, and kept as long as before', async () => {
    const { bucketId, user } = await orderFilms(app);
    const params = { id: bucketId };
    const { token } = user;
    const keptUntil = await deletionDate(bucketId);
    // Asked twice: the answer to the first may have been lost.
    for (let time = 0; time < 2; time += 1) {
      const { status, data } = await app.call(contract.archiveBucket, { params, token });
      assert.deepEqual([status, data.bucket.id, data.bucket.status], [200, bucketId, 'archived']);
    }
    assert.deepEqual([await listed(token, {}), await listed(token, { archived: 'true' })], [[], [bucketId]]);
    for (let time = 0; time < 2; time += 1)
      assert.equal((await app.call(contract.unarchiveBucket, { params, token })).data.bucket.status, 'paid');
    assert.deepEqual([await listed(token, {}), await listed(token, { archived: 'true' })], [[bucketId], []]);
    assert.equal(await deletionDate(bucketId), keptUntil);
    assert.deepEqual(await auditOf(bucketId), [], 'what customers do is not in the administrators’ log');
    const { entries } = (await app.call(contract.bucketTimeline, { params, token })).data;
    const told = entries.map(({ kind }) => kind).filter((kind) => kind.endsWith('archived'));
    assert.deepEqual(told, ['unarchived', 'archived'], 'both are in the history of the set');
  });

  test('is archived by an administrator, which is recorded once, and restored by its owner', async () => {
    const { bucketId, user } = await orderFilms(app);
    const params = { id: bucketId };
    for (let time = 0; time < 2; time += 1) {
      const { status, data } = await app.call(archiveAnyBucket, { params, token: admin.token });
      assert.deepEqual([status, data.order.archived], [200, true]);
    }
    assert.deepEqual(await auditOf(bucketId), ['buckets.archive']);
    await app.call(contract.unarchiveBucket, { params, token: user.token });
    assert.equal((await app.call(getOrder, { params, token: admin.token })).data.order.archived, false);
    for (const call of [archiveAnyBucket, unarchiveAnyBucket]) await app.call(call, { params, token: admin.token });
    assert.deepEqual(await auditOf(bucketId), ['buckets.unarchive', 'buckets.archive', 'buckets.archive']);
  });

  test('ends in one state, and has one record per change, however many requests arrive at once', async () => {
    const { bucketId } = await orderFilms(app);
    const asked = Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? archiveAnyBucket : unarchiveAnyBucket));
    const answers = await Promise.all(
      asked.map((call) => app.call(call, { params: { id: bucketId }, token: admin.token })),
    );
    assert.ok(answers.every(({ status }) => status === 200));
    const actions = await auditOf(bucketId);
    actions.forEach((action, at) => assert.notEqual(action, actions[at + 1], 'each entry is a change'));
    const isArchived = (await app.call(getOrder, { params: { id: bucketId }, token: admin.token })).data.order.archived;
    assert.equal(isArchived, actions[0] === 'buckets.archive');
  });

  test('that is archived has its films made and shown, and its owner notified, like any other', async (t) => {
    const { bucketId, photoIds, user } = await orderFilms(app, [[1], [1]]);
    const [params, { token }] = [{ id: bucketId }, user];
    await app.call(contract.archiveBucket, { params, token });
    await work(t, app);
    await filmsAre(app, bucketId, 'done');
    const told = sql`select kind from mails where bucket_id = ${bucketId} and state = 'sent'`;
    await until(async () => (await allRows(app.db, told)).length === 1);
    assert.deepEqual(await allRows(app.db, told), [{ kind: 'films-ready' }]);
    const { bucket } = (await app.call(contract.getBucket, { params, token })).data;
    assert.deepEqual(
      bucket.Contents.map(({ status, ProcessedContents }) => [status, ProcessedContents.length]),
      [
        ['done', 1],
        ['done', 1],
      ],
    );
    const zip = (await app.call(contract.zipBucket, { params, token })).data;
    assert.equal(zip.films, 2);
    assert.equal((await fetch(app.url + zip.downloadUrl)).status, 200);
    const statuses = await app.call(contract.batchStatus, { body: { contentIds: photoIds }, token });
    assert.equal(statuses.data.statuses[photoIds[0] ?? '']?.status, 'done');
    const { entries } = (await app.call(contract.bucketTimeline, { params, token })).data;
    assert.equal(entries.filter(({ kind }) => kind === 'film_done').length, 2);
    const filmIds = bucket.Contents.flatMap(({ ProcessedContents }) => ProcessedContents.map(({ id }) => id));
    const share = await app.call(createShare, { params, token, body: { filmIds, days: 7, password: '' } });
    assert.equal(share.status, 201, JSON.stringify(share.error));
    const [content] = bucket.Contents;
    const grant = { key: newId(), contentId: content?.id, promptId: content?.PromptId, count: 1, note: 'Sorry.' };
    assert.equal((await app.call(grantFilms, { params, token: admin.token, body: grant })).status, 200);
  });

  test('that is archived can lose a photo, notifies about the other films, and can be deleted', async () => {
    const { bucketId, user } = await orderFilms(app, [[1], [1]]);
    const [params, { token }] = [{ id: bucketId }, user];
    const [made, open] = await allRows<{ id: string; filename: string }>(
      app.db,
      sql`select id, filename from photos where bucket_id = ${bucketId} order by position`,
    );
    await finishFilms(app, bucketId);
    await runStatement(app.db, sql`update films set state = 'queued', done_at = null where photo_id = ${open?.id}`);
    await app.call(contract.archiveBucket, { params, token });
    const gone = await app.call(contract.deleteContentFile, { params: { filename: open?.filename ?? '' }, token });
    assert.deepEqual([gone.status, made !== undefined], [200, true]);
    const mails = await allRows(app.db, sql`select kind from mails where bucket_id = ${bucketId}`);
    assert.deepEqual(mails, [{ kind: 'films-ready' }]);
    assert.equal((await app.call(contract.deleteBucket, { params, token })).status, 200);
    assert.deepEqual(await listed(token, { archived: 'true' }), []);
  });
});

describe('archiving', () => {
  test('is limited to paid sets', async () => {
    const user = await app.createUser();
    const params = { id: (await createPhotoSet(app.db, user.id, [[1]])).bucketId };
    const calls = [
      [contract.archiveBucket, user.token],
      [contract.unarchiveBucket, user.token],
      [archiveAnyBucket, admin.token],
      [unarchiveAnyBucket, admin.token],
    ] as const;
    for (const [call, token] of calls) {
      const refused = await app.call(call, { params, token });
      assert.deepEqual([refused.status, refused.error.code], [409, 'bucket_not_paid'], call.path);
      const unknown = await app.call(call, { params: { id: newId() }, token });
      assert.deepEqual([unknown.status, unknown.error.code], [404, 'not_found'], call.path);
    }
    assert.deepEqual(await listed(user.token, {}), [params.id]);
  });

  test('is limited to the owner and administrators', async () => {
    const { bucketId, user } = await orderFilms(app);
    const params = { id: bucketId };
    const stranger = await app.createUser();
    for (const call of [contract.archiveBucket, contract.unarchiveBucket]) {
      assert.equal((await app.call(call, { params })).status, 401);
      assert.equal((await app.call(call, { params, token: stranger.token })).status, 404);
      assert.equal((await app.call(call, { params, token: admin.token })).status, 404);
    }
    for (const call of [archiveAnyBucket, unarchiveAnyBucket])
      assert.equal((await app.call(call, { params, token: user.token })).status, 403);
    assert.deepEqual(await listed(user.token, {}), [bucketId]);
  });
});
