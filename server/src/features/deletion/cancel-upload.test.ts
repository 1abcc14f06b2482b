import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'vitest';
import { cancelUpload, getBucket, myBuckets } from '@keepsake/contract/photos/content';
import { storedKeys } from '../../../test/finished-films.ts';
import { recordSale } from '../../../test/record-sale.ts';
import { startTestShop } from '../../../test/shop.ts';
import { newPhoto, newPortrait, noTraces, traces, upload, type SentFile } from '../../../test/upload.ts';
import { until } from '../../../test/until.ts';
import { sql } from 'kysely';
import { allRows, runStatement } from '../../../test/statements.ts';
import { runningJob } from '../../../test/running-job.ts';
import { sweepHistoryJob } from '../monitoring/sweep-history.job.ts';

const shop = await startTestShop();
const { app } = shop;

const send = async (token: string, uploadIds: string[], fields = {}, files?: SentFile[]) =>
  upload(app, token, files ?? (await Promise.all(uploadIds.map((id) => newPhoto(`${id}.jpg`)))), {
    contentEntries: JSON.stringify(uploadIds.map((uploadId) => ({ uploadId }))),
    ...fields,
  });
const cancel = (token: string, uploadId: string) => app.call(cancelUpload, { params: { uploadId }, token });
const uploadsOf = async (token: string) =>
  (await app.call(myBuckets, { token })).data.buckets.map(({ Contents }) => Contents.map(({ uploadId }) => uploadId));

describe('an upload that is cancelled', () => {
  test('after its photo was stored has the photo deleted, with its file; the last one takes the set', async () => {
    const { token } = await app.createUser();
    const [one, two] = [randomUUID(), randomUUID()];
    const { body } = await send(token, [one, two]);
    const first = await cancel(token, one.toUpperCase());
    assert.deepEqual([first.status, first.data], [200, { deleted: true, wasLastContent: false }]);
    assert.deepEqual(await uploadsOf(token), [[two]]);
    assert.deepEqual((await cancel(token, one)).data, { deleted: false, wasLastContent: false }, 'safe to repeat');
    assert.deepEqual((await cancel(token, two)).data, { deleted: true, wasLastContent: true });
    assert.equal((await app.call(getBucket, { params: { id: body.bucketId ?? '' }, token })).status, 404);
    await app.drain();
    const filenames = body.content.map(({ filename }) => `photos/${filename}`);
    assert.deepEqual(
      (await storedKeys(app)).filter((key) => filenames.includes(key)),
      [],
    );
  });

  test('before it arrives is refused, and the other photos of the request are kept', async () => {
    const { token } = await app.createUser();
    const [gone, kept] = [randomUUID(), randomUUID()];
    assert.deepEqual((await cancel(token, gone)).data, { deleted: false, wasLastContent: false });
    const { status, body } = await send(token, [gone, kept], {}, [await newPhoto(), await newPortrait()]);
    assert.deepEqual([status, body.rejected.map(({ code, uploadId }) => [code, uploadId])], [422, [['removed', gone]]]);
    assert.deepEqual(await uploadsOf(token), [[kept]]);
    const alone = await send(token, [gone], { setKey: randomUUID() });
    assert.deepEqual([alone.status, alone.body.bucketId], [422, null], 'it makes no set');
  });

  test('while it is processed leaves no photo, at whatever moment', async () => {
    const { token } = await app.createUser();
    const before = await traces(app);
    const photo = await newPhoto();
    await Promise.all(
      Array.from({ length: 5 }, async (_, at) => {
        const uploadId = randomUUID();
        const sent = send(token, [uploadId], {}, [photo]);
        const began = Date.now();
        await until(() => Date.now() - began >= at * 40);
        assert.equal((await cancel(token, uploadId)).status, 200);
        const { status } = await sent;
        assert.ok([201, 422, 503].includes(status), String(status));
      }),
    );
    assert.deepEqual(await uploadsOf(token), []);
    await app.drain();
    assert.deepEqual(
      { ...(await traces(app)), temporary: [] },
      { ...before, ...noTraces, photos: before.photos, files: before.files },
    );
  });

  test('while its row is being written has the row deleted afterwards', async () => {
    const { token } = await app.createUser();
    const uploadId = randomUUID();
    const isWaiting = async (event: string) => {
      const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event = ${event}`;
      return (await allRows(app.db, waiting)).length > 0;
    };
    const held = await app.db.pool.connect();
    await held.query('begin');
    await held.query('lock table photos in share mode');
    const sent = send(token, [uploadId]);
    let cancelled;
    try {
      await until(() => isWaiting('relation'));
      cancelled = cancel(token, uploadId);
      await until(() => isWaiting('advisory'), 2_000);
    } finally {
      await held.query('rollback');
      held.release();
    }
    assert.equal((await sent).status, 201);
    assert.deepEqual((await cancelled).data, { deleted: true, wasLastContent: true });
    assert.deepEqual(await uploadsOf(token), []);
  });

  test('of a paid set keeps the photo', async () => {
    const { token, id } = await app.createUser();
    const uploadId = randomUUID();
    const { body } = await send(token, [uploadId]);
    await runStatement(
      app.db,
      sql`update buckets set status = 'paid', paid_at = app_now() where id = ${body.bucketId}`,
    );
    await recordSale(app.db, body.bucketId ?? '', 499);
    const answer = await cancel(token, uploadId);
    assert.deepEqual([answer.status, answer.error.code], [409, 'bucket_not_editable']);
    assert.deepEqual(
      await allRows(
        app.db,
        sql`
      select upload_id from photos join buckets on buckets.id = bucket_id where user_id = ${id}`,
      ),
      [{ uploadId }],
    );
  });

  test('ends the open payment session of its set', async () => {
    const order = await shop.newOrder([[1], [1]]);
    await shop.pageOf(order);
    const uploadId = randomUUID();
    await runStatement(app.db, sql`update photos set upload_id = ${uploadId} where id = ${order.photoIds[0]}`);
    assert.deepEqual((await cancel(order.user.token, uploadId)).data, { deleted: true, wasLastContent: false });
    assert.equal((await shop.sessionsOf(order))[0]?.status, 'expired');
  });

  test('applies only to the sender: the same id of another user is another photo', async () => {
    const [owner, stranger] = [await app.createUser(), await app.createUser()];
    const uploadId = randomUUID();
    await send(owner.token, [uploadId]);
    assert.deepEqual((await cancel(stranger.token, uploadId)).data, { deleted: false, wasLastContent: false });
    assert.equal((await app.call(cancelUpload, { params: { uploadId } })).status, 401);
    assert.equal((await cancel(owner.token, 'none')).status, 400);
    assert.deepEqual(await uploadsOf(owner.token), [[uploadId]]);
  });
});

test('of cancelled uploads a user’s newest 1000 are kept, for a day', async () => {
  const { id, token } = await app.createUser();
  await runStatement(
    app.db,
    sql`
    insert into cancelled_uploads (user_id, upload_id, cancelled_at)
    select ${id}, gen_random_uuid(), app_now() - n * interval '1 minute' from generate_series(1, 1200) n`,
  );
  const kept = async () => (await allRows(app.db, sql`select 1 from cancelled_uploads where user_id = ${id}`)).length;
  await cancel(token, randomUUID());
  assert.equal(await kept(), 1000);
  await runStatement(
    app.db,
    sql`update cancelled_uploads set cancelled_at = cancelled_at - interval '1 day' where user_id = ${id}`,
  );
  await cancel(token, randomUUID());
  await sweepHistoryJob.run({}, app.deps, runningJob);
  assert.equal(await kept(), 1);
});
