import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'vitest';
import { getBucket, uploadContent } from '@keepsake/contract/photos/content';
import { listPrompts } from '@keepsake/contract/films/prompts';
import { startTestApp } from '../../../../test/harness.ts';
import { createPhotoSet } from '../../../../test/photo-set.ts';
import { newPhoto, upload } from '../../../../test/upload.ts';
import { sql } from 'kysely';
import { allRows, runStatement } from '../../../../test/statements.ts';
import { newId } from '../../../platform/ids.ts';

const app = await startTestApp(undefined);
const promptIds = (await app.call(listPrompts, { token: (await app.createUser()).token })).data.prompts.map(
  ({ id }) => id,
);

describe('an upload', () => {
  test('of many photos leaves the first photo of another customer to be checked before them', async () => {
    const [many, one] = [await app.createUser(), await app.createUser()];
    const send = async (token: string, photos: number, bucketId?: string) => {
      const files = await Promise.all(Array.from({ length: photos }, () => newPhoto()));
      const { status, body } = await upload(app, token, files, { ...(bucketId && { bucketId }) });
      assert.equal(status, 201);
      return body;
    };
    const first = await send(many.token, 2);
    const next = await send(many.token, 1, first.bucketId ?? '');
    const elsewhere = await send(many.token, 1);
    const other = await send(one.token, 2);
    const ids = [first, next, elsewhere, other].map(({ content }) => content.map(({ id }) => id));
    const waiting = await allRows<{ id: string }>(
      app.db,
      sql`
      select substr(key, 13) as id from graphile_worker.jobs
      where key = any(${ids.flat().map((id) => `photo-check:${id}`)}) order by priority, run_at, id`,
    );
    const [[a1, a2] = [], [a3] = [], [a4] = [], [b1, b2] = []] = ids;
    assert.deepEqual(
      waiting.map(({ id }) => id),
      [a1, b1, a2, b2, a3, a4],
    );
  });

  test('makes a set with the photos in their order and the effects chosen for each', async () => {
    const { token } = await app.createUser();
    const entries = [
      { actions: [{ promptId: promptIds[1], variety: 3 }, { promptId: promptIds[0] }] },
      { actions: [] },
    ];
    const files = [await newPhoto('one.jpg'), await newPhoto('two.jpg')];
    const { status, body } = await upload(app, token, files, { contentEntries: JSON.stringify(entries) });
    assert.equal(status, 201, JSON.stringify(body));
    const { bucket } = (await app.call(getBucket, { params: { id: body.bucketId ?? '' }, token })).data;
    assert.equal(bucket.status, 'pending');
    assert.ok(!JSON.stringify(bucket).includes('"prompt":'), 'the wording is the administrators’ alone');
    assert.deepEqual(
      bucket.Contents.map(({ id, originalName, status, variety, actions, PromptId, Prompt }) => {
        return { id, originalName, status, variety, actions, PromptId, prompt: Prompt?.id };
      }),
      [
        {
          id: body.content[0]?.id,
          originalName: 'one.jpg',
          status: 'not_paid',
          variety: 4,
          actions: [
            { promptId: promptIds[1], variety: 3 },
            { promptId: promptIds[0], variety: 1 },
          ],
          PromptId: promptIds[1],
          prompt: promptIds[1],
        },
        {
          id: body.content[1]?.id,
          originalName: 'two.jpg',
          status: 'not_paid',
          variety: 1,
          actions: [],
          PromptId: null,
          prompt: undefined,
        },
      ],
    );
  });

  test('into an existing set adds to it and restarts its retention period', async () => {
    const { id: userId, token } = await app.createUser();
    const { bucketId } = await createPhotoSet(app.db, userId, [[1]]);
    await runStatement(
      app.db,
      sql`update buckets set updated_at = app_now() - interval '9 days', deletion_date = app_now() + interval '21 days'`,
    );
    const { status, body } = await upload(app, token, [await newPhoto()], { bucketId });
    assert.deepEqual([status, body.bucketId], [201, bucketId]);
    const { bucket } = (await app.call(getBucket, { params: { id: bucketId }, token })).data;
    assert.equal(bucket.Contents.length, 2);
    const days = (Date.parse(bucket.deletionDate ?? '') - Date.now()) / 86_400_000;
    assert.ok(days > 29.9 && days <= 30, `${days} days`);
    assert.deepEqual(await revisions(bucketId), [2]);
  });

  test('keeps the order in which photos were chosen, whichever arrives first', async () => {
    const { token } = await app.createUser();
    const sent = async (name: string, chosenAt: string | undefined, bucketId = '') => {
      const entries = JSON.stringify([{ ...(chosenAt && { chosenAt }) }]);
      return (
        (await upload(app, token, [await newPhoto(name)], { bucketId, contentEntries: entries })).body.bucketId ?? ''
      );
    };
    const at = (ms: number) => new Date(Date.now() - 60_000 + ms).toISOString();
    const [first, second, third] = [at(0), at(1), at(2)];
    const bucketId = await sent('second.jpg', second);
    await sent('unsaid.jpg', undefined, bucketId);
    await sent('third.jpg', third, bucketId);
    await sent('first.jpg', first, bucketId);
    const { bucket } = (await app.call(getBucket, { params: { id: bucketId }, token })).data;
    const names = bucket.Contents.map(({ originalName }) => originalName);
    assert.deepEqual(names, ['first.jpg', 'second.jpg', 'third.jpg', 'unsaid.jpg']);
  });

  test('names an invalid time of choosing', async () => {
    const { token } = await app.createUser();
    for (const chosenAt of ['yesterday', '', 7, null]) {
      const contentEntries = JSON.stringify([{ chosenAt }]);
      const { status, body } = await upload(app, token, [await newPhoto()], { contentEntries });
      assert.deepEqual(
        [status, body.code, Object.keys(body.fields)],
        [400, 'validation_failed', ['contentEntries.0.chosenAt']],
      );
    }
  });

  test('of copies of one file makes a photo of each, with its own effects, and sent again no further ones', async () => {
    const { token } = await app.createUser();
    const file = await newPhoto('a.jpg');
    const files = [file, { ...file, name: 'b.jpg' }, { ...file, name: 'c.jpg' }];
    const contentEntries = JSON.stringify(
      [1, 2, 3].map((variety) => ({ actions: [{ promptId: promptIds[0], variety }] })),
    );
    const first = await upload(app, token, files, { contentEntries });
    assert.equal(first.status, 201);
    assert.deepEqual(
      first.body.content.map(({ originalName }) => originalName),
      ['a.jpg', 'b.jpg', 'c.jpg'],
    );
    const bucketId = first.body.bucketId ?? '';
    const again = await upload(app, token, files, { contentEntries, bucketId });
    assert.deepEqual(
      again.body.content.map(({ id }) => id),
      first.body.content.map(({ id }) => id),
    );
    const { bucket } = (await app.call(getBucket, { params: { id: bucketId }, token })).data;
    assert.deepEqual(
      bucket.Contents.map(({ variety }) => variety),
      [1, 2, 3],
    );
  });

  test('of a file that the set has is the photo that it was, however often and however close together it is sent', async () => {
    const { token } = await app.createUser();
    const file = await newPhoto();
    const first = await upload(app, token, [file]);
    assert.equal(first.status, 201);
    const bucketId = first.body.bucketId ?? '';
    const other = await newPhoto();
    const again = await Promise.all(
      [file, file, other, other, other].map((sent) => upload(app, token, [sent], { bucketId })),
    );
    assert.deepEqual(
      again.map(({ status }) => status),
      [201, 201, 201, 201, 201],
    );
    assert.equal(again[0]?.body.content[0]?.id, first.body.content[0]?.id);
    assert.equal(new Set(again.slice(2).map(({ body }) => body.content[0]?.id)).size, 1);
    const rows = await allRows<{ filename: string }>(
      app.db,
      sql`select filename from photos where bucket_id = ${bucketId}`,
    );
    assert.equal(rows.length, 2);
    assert.deepEqual(await revisions(bucketId), [2]);
  });

  test('that makes a set and is sent again under the same key, also at the same moment, makes no second set', async () => {
    const { token } = await app.createUser();
    const [file, other] = [await newPhoto(), await newPhoto()];
    const setKey = randomUUID();
    const sent = await Promise.all([file, file, other].map((photo) => upload(app, token, [photo], { setKey })));
    sent.push(await upload(app, token, [file], { setKey }));
    assert.deepEqual(
      sent.map(({ status }) => status),
      [201, 201, 201, 201],
    );
    assert.equal(new Set(sent.map(({ body }) => body.bucketId)).size, 1);
    assert.equal(new Set(sent.map(({ body }) => body.content[0]?.id)).size, 2);
    const stranger = await app.createUser();
    const foreign = await upload(app, stranger.token, [file], { setKey });
    assert.notEqual(foreign.body.bucketId, sent[0]?.body.bucketId);
  });

  test('is known by the id that its sender gave it, whatever the files are called and hold', async () => {
    const { token } = await app.createUser();
    const [one, other, third] = [await newPhoto('image.jpg'), await newPhoto('image.jpg'), await newPhoto('image.jpg')];
    const [first, second, again] = [randomUUID(), randomUUID(), randomUUID()];
    const named = (...ids: string[]) => JSON.stringify(ids.map((uploadId) => ({ uploadId })));
    const sent = await upload(app, token, [one, other], { contentEntries: named(first, second) });
    const bucketId = sent.body.bucketId ?? '';
    assert.deepEqual(
      sent.body.content.map(({ uploadId }) => uploadId),
      [first, second],
    );
    // Reduced anew, a photo that is sent again has other bytes; the id decides, in capitals too.
    const repeated = await Promise.all(
      [first, first.toUpperCase()].map((uploadId) =>
        upload(app, token, [third], { contentEntries: named(uploadId), bucketId }),
      ),
    );
    for (const { body } of repeated) assert.equal(body.content[0]?.id, sent.body.content[0]?.id);
    const copy = await upload(app, token, [one], { contentEntries: named(again), bucketId });
    assert.notEqual(copy.body.content[0]?.id, sent.body.content[0]?.id);
    const { bucket } = (await app.call(getBucket, { params: { id: bucketId }, token })).data;
    assert.deepEqual(
      bucket.Contents.map(({ uploadId }) => uploadId),
      [first, second, again],
    );
  });

  test('with one id for two files is refused, and a refused file is reported by its id', async () => {
    const { token } = await app.createUser();
    const files = [await newPhoto('image.jpg'), { name: 'image.jpg', bytes: Buffer.from('no photo') }];
    const [first, second] = [randomUUID(), randomUUID()];
    const entries = (...ids: string[]) => ({ contentEntries: JSON.stringify(ids.map((uploadId) => ({ uploadId }))) });
    const alike = await upload(app, token, files, entries(first, first.toUpperCase()));
    assert.deepEqual([alike.status, Object.keys(alike.body.fields)], [400, ['contentEntries.1.uploadId']]);
    const partly = await upload(app, token, files, entries(first, second));
    assert.deepEqual(
      [partly.status, partly.body.content.map(({ uploadId }) => uploadId), partly.body.rejected[0]?.uploadId],
      [422, [first], second],
    );
  });

  test('without a file names the field', async () => {
    const { token } = await app.createUser();
    for (const sent of [
      await upload(app, token, []),
      await upload(app, token, [{ name: '', bytes: Buffer.alloc(0) }]),
    ]) {
      assert.equal(sent.status, 400);
      assert.deepEqual(sent.body.fields, { files: 'This field is required' });
    }
  });

  test('of more than 20 files is refused as a whole', async () => {
    const { token, id } = await app.createUser();
    const files = Array.from({ length: 21 }, (_, at) => ({ name: `${at}.jpg`, bytes: Buffer.from('x') }));
    const { status, body } = await upload(app, token, files);
    assert.equal(status, 400);
    assert.deepEqual(body.fields, { files: 'At most 20 allowed.' });
    assert.deepEqual(await allRows(app.db, sql`select id from buckets where user_id = ${id}`), []);
  });

  test('of anything but a form is refused', async () => {
    const { token } = await app.createUser();
    const send = async (type: string, body: string) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': type };
      const response = await fetch(app.url + uploadContent.path, { method: 'POST', headers, body });
      return [response.status, ((await response.json()) as { code: string }).code];
    };
    assert.deepEqual(await send('application/json', '{}'), [415, 'unsupported_media_type']);
    assert.deepEqual(await send('multipart/form-data', 'x'), [400, 'malformed_request']);
    assert.deepEqual(await send('multipart/form-data; boundary=b', '--b\r\nContent-Dis'), [400, 'malformed_request']);
    assert.deepEqual(
      await send(
        'multipart/form-data; boundary=b',
        '--b\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nx\r\n--b--',
      ),
      [400, 'malformed_request'],
    );
  });

  test('that announces more than it may hold is refused before it is sent', async () => {
    const { token } = await app.createUser();
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': 200 * 1024 * 1024,
    };
    const sent = request(app.url + uploadContent.path, { method: 'POST', headers });
    sent.flushHeaders();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    assert.equal(answer.statusCode, 413);
    sent.destroy();
  });

  test('with wrong fields says which and why, and keeps nothing', async () => {
    const { token, id } = await app.createUser();
    const entries = (...actions: unknown[]) => JSON.stringify([{ actions }]);
    const unknown = newId();
    const cases: [fields: Record<string, string>, status: number, code: string, field: string][] = [
      [{ contentEntries: '{oops' }, 400, 'validation_failed', 'contentEntries'],
      [{ contentEntries: '{"actions":[]}' }, 400, 'validation_failed', 'contentEntries'],
      [{ contentEntries: '[{},{}]' }, 400, 'validation_failed', 'contentEntries'],
      [
        { contentEntries: entries({ promptId: promptIds[0], variety: 11 }) },
        400,
        'validation_failed',
        'contentEntries.0.actions.0.variety',
      ],
      [
        { contentEntries: entries({ promptId: promptIds[0], variety: 1.5 }) },
        400,
        'validation_failed',
        'contentEntries.0.actions.0.variety',
      ],
      [
        { contentEntries: entries({ promptId: unknown }) },
        400,
        'prompt_not_available',
        'contentEntries.0.actions.0.promptId',
      ],
      [
        { contentEntries: entries({ promptId: promptIds[0] }, { promptId: promptIds[0] }) },
        400,
        'duplicate_prompt',
        'contentEntries.0.actions.1.promptId',
      ],
      [
        { contentEntries: JSON.stringify([{ uploadId: 'image.jpg' }]) },
        400,
        'validation_failed',
        'contentEntries.0.uploadId',
      ],
      [{ bucketId: 'not-an-id' }, 400, 'validation_failed', 'bucketId'],
    ];
    const file = await newPhoto();
    for (const [fields, status, code, field] of cases) {
      const { status: actual, body } = await upload(app, token, [file], fields);
      assert.deepEqual([actual, body.code, Object.keys(body.fields)], [status, code, [field]], JSON.stringify(fields));
    }
    assert.deepEqual(await allRows(app.db, sql`select id from buckets where user_id = ${id}`), []);
  });

  test('a withdrawn effect is refused', async () => {
    const { token } = await app.createUser();
    const withdrawn = promptIds.at(-1);
    await runStatement(app.db, sql`update prompts set withdrawn_at = app_now() where id = ${withdrawn}`);
    const contentEntries = JSON.stringify([{ actions: [{ promptId: withdrawn }] }]);
    const { status, body } = await upload(app, token, [await newPhoto()], { contentEntries });
    assert.deepEqual([status, body.code], [400, 'prompt_not_available']);
  });

  test('fills a set to 100 photos and no further', async () => {
    const { id, token } = await app.createUser();
    const { bucketId } = await createPhotoSet(
      app.db,
      id,
      Array.from({ length: 99 }, () => []),
    );
    const files = [await newPhoto(), await newPhoto()];
    const both = await upload(app, token, files, { bucketId });
    assert.deepEqual([both.status, both.body.code], [409, 'too_many_photos']);
    const sent = await Promise.all(files.map((file) => upload(app, token, [file], { bucketId })));
    assert.deepEqual(sent.map(({ status }) => status).toSorted(), [201, 409]);
  });

  test('makes the 20th open set and no further one, also when two are sent at once', async () => {
    const { id, token } = await app.createUser();
    for (let at = 0; at < 19; at += 1) await createPhotoSet(app.db, id, [[]]);
    const files = await Promise.all([newPhoto(), newPhoto(), newPhoto()]);
    const sent = await Promise.all(files.map((file) => upload(app, token, [file])));
    assert.deepEqual(sent.map(({ status }) => status).toSorted(), [201, 409, 409]);
    assert.equal(sent.find(({ status }) => status === 409)?.body.code, 'too_many_open_buckets');
  });

  async function revisions(bucketId: string): Promise<number[]> {
    const rows = await allRows<{ revision: number }>(app.db, sql`select revision from buckets where id = ${bucketId}`);
    return rows.map(({ revision }) => revision);
  }
});
