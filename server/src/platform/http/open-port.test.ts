import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, connect, type AddressInfo } from 'node:net';
import { test, type TestContext } from 'vitest';
import fastify from 'fastify';
import { freePort } from '../network/free-port.ts';
import { openPort } from './open-port.ts';

const host = '127.0.0.1';

function appThat(answer: () => Promise<string>) {
  const app = fastify();
  app.get('/', answer);
  return app;
}

function connectTo(t: TestContext, port: number) {
  const socket = connect(port, host);
  t.onTestFinished(() => void socket.destroy());
  return socket;
}

test('answers the open requests when the port closes, and accepts no connection after', async (t) => {
  const port = await freePort(host);
  const held = Promise.withResolvers<string>();
  let asked = 0;
  const close = await openPort(
    appThat(() => {
      asked += 1;
      return held.promise;
    }),
    port,
    host,
  );
  const answers = Array.from({ length: 40 }, () => fetch(`http://${host}:${port}/`));
  while (asked < answers.length) await new Promise(setImmediate);
  const closed = close();
  while (await isAccepted(t, port));
  held.resolve('done');
  for (const answer of answers) assert.equal(await (await answer).text(), 'done');
  await closed;
});

for (const [when, busyMs] of [
  ['', 0],
  [', on a machine too busy to read that before', 400],
] as const)
  test(`answers who asks again on an open connection just as the port closes${when}, and says that it closes`, async (t) => {
    const port = await freePort(host);
    const close = await openPort(
      appThat(async () => 'here'),
      port,
      host,
    );
    const socket = connectTo(t, port).setEncoding('utf8');
    const request = `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
    socket.write(request);
    const [first] = (await once(socket, 'data')) as [string];
    assert.match(first, /^HTTP\/1\.1 200 [^]*connection: keep-alive/i);
    const closed = close();
    socket.write(request);
    // Nothing else runs meanwhile, and nothing is read.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, busyMs);
    const [second] = (await once(socket, 'data')) as [string];
    assert.match(second, /^HTTP\/1\.1 200 [^]*connection: close/i);
    await closed;
  });

test('waits for a port that another process is about to release', async (t) => {
  const leaving = createServer().listen(0, host);
  await once(leaving, 'listening');
  const { port } = leaving.address() as AddressInfo;
  let isOpen = false;
  const opening = openPort(
    appThat(async () => 'here'),
    port,
    host,
  ).finally(() => {
    isOpen = true;
  });
  for (let times = 0; times < 20; times += 1) assert.ok(await isAccepted(t, port));
  assert.equal(isOpen, false);
  leaving.close();
  const close = await opening;
  assert.equal(await (await fetch(`http://${host}:${port}/`)).text(), 'here');
  await close();
});

function isAccepted(t: TestContext, port: number): Promise<boolean> {
  const socket = connectTo(t, port);
  return new Promise((resolve) => {
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
