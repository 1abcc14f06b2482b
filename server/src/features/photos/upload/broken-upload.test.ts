import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, test } from 'vitest';
import { uploadContent } from '@keepsake/contract/photos/content';
import { startTestApp } from '../../../../test/harness.ts';
import { until } from '../../../../test/until.ts';
import { createPhotoSet } from '../../../../test/photo-set.ts';
import { newPhoto, newPortrait, noTraces, traces, upload, type SentFile } from '../../../../test/upload.ts';
import { sql } from 'kysely';
import { allRows } from '../../../../test/statements.ts';
import { newId } from '../../../platform/ids.ts';
import { enqueue } from '../../../platform/queue/job.ts';
import { requestRemovals } from '../files/file-removal.queries.ts';
import { jobType } from '../../journal/queued-jobs.ts';

const app = await startTestApp(undefined);
const largePhotos = await Promise.all(Array.from({ length: 6 }, () => newPhoto('large.jpg', 2000, 1500)));

describe('a failed upload leaves nothing behind', () => {
  for (const share of [0.1, 0.5, 0.99]) {
    test(`cut off after ${share * 100} % of it`, async () => {
      const { token } = await app.createUser();
      const request = await rawUpload(token, largePhotos.slice(0, 2));
      const socket = await send(request.subarray(0, Math.floor(request.length * share)));
      await until(async () => (await traces(app)).temporary.length > 0);
      socket.destroy();
      await until(async () => (await traces(app)).temporary.length === 0);
      assert.deepEqual(await traces(app), noTraces);
    });
  }

  test('sent whole by a client that does not wait for the answer', async () => {
    const { token } = await app.createUser();
    const request = await rawUpload(token, largePhotos);
    const socket = await send(request);
    await until(async () => (await traces(app)).files.length > 0);
    socket.destroy();
    await until(async () => (await traces(app)).temporary.length === 0);
    assert.deepEqual(await traces(app), noTraces);
    assert.deepEqual(await allRows(app.db, sql`select id from buckets`), []);
  });

  test('refused after its photos were stored', async (t) => {
    const ownApp = await startTestApp(t);
    const { id, token } = await ownApp.createUser();
    const { bucketId } = await createPhotoSet(
      ownApp.db,
      id,
      Array.from({ length: 99 }, () => []),
    );
    const { status } = await upload(ownApp, token, [await newPhoto(), await newPhoto()], { bucketId });
    assert.equal(status, 409);
    assert.deepEqual(await traces(ownApp), { ...noTraces, photos: 99 });
  });

  test('broken off by the end of the process: the sweep takes the file that no row claims, and only that', async (t) => {
    const ownApp = await startTestApp(t);
    const { token } = await ownApp.createUser();
    const kept = await upload(ownApp, token, [await newPortrait()]);
    const [orphan, underway] = [`photos/${newId()}.jpg`, `photos/${newId()}.jpg`];
    for (const [key, dueInMs] of [
      [orphan, -1],
      [underway, 60_000],
    ] as const) {
      await requestRemovals(ownApp.db, [key], dueInMs);
      await ownApp.deps.storage.put(key, Buffer.from('a photo'), 'image/jpeg');
    }
    await enqueue(ownApp.db, jobType('remove-files'), {});
    await ownApp.drain();
    const { files, announced } = await traces(ownApp);
    assert.deepEqual(files.toSorted(), [`photos/${kept.body.content[0]?.filename}`, underway].toSorted());
    assert.equal(announced, 1);
  });

  /** The bytes of an upload request. */
  async function rawUpload(token: string, files: SentFile[]): Promise<Buffer> {
    const form = new FormData();
    for (const { name, bytes } of files) form.append('files', new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
    const request = new Request(app.url + uploadContent.path, { method: 'POST', body: form });
    const body = Buffer.from(await request.arrayBuffer());
    const head = [
      `POST ${uploadContent.path} HTTP/1.1`,
      `Host: ${new URL(app.url).host}`,
      `Authorization: Bearer ${token}`,
      `Content-Type: ${request.headers.get('content-type')}`,
      `Content-Length: ${body.length}`,
    ];
    return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]);
  }

  async function send(bytes: Buffer): Promise<Socket> {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(bytes);
    return socket;
  }
});
