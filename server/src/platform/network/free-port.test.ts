import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { test } from 'vitest';
import { freePort, isFree } from './free-port.ts';

const host = '127.0.0.1';

test('a free port is outside the range of outgoing connections', async (t) => {
  const server = createServer().listen(0, host);
  t.onTestFinished(() => void server.close());
  await once(server, 'listening');
  const caller = connect((server.address() as AddressInfo).port, host);
  t.onTestFinished(() => void caller.destroy());
  await once(caller, 'connect');
  assert.ok(caller.localPort);
  assert.equal(await isFree(caller.localPort, host), false, 'a connection keeps its port');
  for (let tries = 0; tries < 50; tries += 1) {
    const port = await freePort(host);
    assert.ok(port < 32_768 && port >= 1024, `${port}`);
    assert.ok(await isFree(port, host));
  }
});

test('an address of another machine is refused, not retried for ever', async () => {
  await assert.rejects(freePort('192.0.2.1'), { code: 'EADDRNOTAVAIL' });
});

test('ports requested at the same time differ, although nobody listens on them yet', async () => {
  const taken = await Promise.all(Array.from({ length: 400 }, () => freePort()));
  assert.equal(new Set(taken).size, taken.length);
});
