import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { test, type TestContext } from 'vitest';
import fastify from 'fastify';
import { freePort } from '../free-port.ts';
import { openPort } from './open-port.ts';

const host = '127.0.0.1';

function appThat(answer: () => Promise<string>) {
  const app = fastify();
  app.get('/', answer);
  return app;
}

function knock(t: TestContext, port: number) {
  const socket = connect(port, host);
  t.onTestFinished(() => void socket.destroy());
  return socket;
}

test('a crowd that keeps coming finds more doors', { skip: process.platform !== 'linux' }, async (t) => {
  const port = await freePort(host);
  const app = appThat(async () => 'come in');
  const open = await openPort(app, port, host);
  const inside = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => inside.add(socket));
  const crowd: Socket[] = [];
  let turns = 0;
  while (inside.size < 600) {
    if (crowd.length < 600) crowd.push(...Array.from({ length: 6 }, () => knock(t, port)));
    turns += 1;
    await new Promise(setImmediate);
  }
  for (const socket of crowd) socket.destroy();
  await open.close();
  assert.ok(turns <= 450, `600 were let in over ${turns} turns of the event loop`);
});

test('whoever is inside when the port closes gets the answer, by whichever door they came; nobody comes in after', async (t) => {
  const port = await freePort(host);
  const held = Promise.withResolvers<string>();
  let asked = 0;
  const open = await openPort(
    appThat(() => {
      asked += 1;
      return held.promise;
    }),
    port,
    host,
  );
  const answers = Array.from({ length: 40 }, () => fetch(`http://${host}:${port}/`));
  while (asked < answers.length) await new Promise(setImmediate);
  const closed = open.close();
  while (await isLetIn(t, port));
  held.resolve('done');
  for (const answer of answers) assert.equal(await (await answer).text(), 'done');
  await closed;
});

test('a port that another process leaves is waited for', async (t) => {
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
  for (let knocks = 0; knocks < 20; knocks += 1) assert.ok(await isLetIn(t, port));
  assert.equal(isOpen, false);
  leaving.close();
  const open = await opening;
  assert.equal(await (await fetch(`http://${host}:${port}/`)).text(), 'here');
  await open.close();
});

function isLetIn(t: TestContext, port: number): Promise<boolean> {
  const socket = knock(t, port);
  return new Promise((resolve) => {
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
