import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { test } from 'vitest';
import { uploadContent } from '@keepsake/contract/photos/content';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { until } from '../../../../test/until.ts';
import { newPhoto, traces, upload } from '../../../../test/upload.ts';

test('who sends many uploads as slowly as they can keeps nobody out', async (t) => {
  const app = await startTestApp(t, { settings: { TRUST_PROXY: 'on' } });
  const users = await Promise.all(Array.from({ length: 11 }, () => app.createUser()));
  const sockets = users.flatMap(({ token }, at) =>
    Array.from({ length: 6 }, () => beginUpload(app, token, `2001:db8:0:${at}::1`)),
  );
  t.onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  await until(async () => (await traces(app)).temporary.length >= 64);
  const { token } = await app.createUser();
  assert.equal((await upload(app, token, [await newPhoto()])).status, 201);
});

/** Sends the first byte of a photo. */
function beginUpload(app: TestApp, token: string, address: string): Socket {
  const { port, host } = new URL(app.url);
  const socket = connect(Number(port), '127.0.0.1');
  const lines = [
    `POST ${uploadContent.path} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${token}`,
    `X-Forwarded-For: ${address}`,
    'Content-Type: multipart/form-data; boundary=b',
    'Content-Length: 1000000',
    '',
    '--b',
    'Content-Disposition: form-data; name="files"; filename="a.jpg"',
    'Content-Type: image/jpeg',
    '',
    'x',
  ];
  socket.on('error', () => undefined).write(lines.join('\r\n'));
  return socket;
}
