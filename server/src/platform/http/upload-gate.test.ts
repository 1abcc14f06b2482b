import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { test } from 'vitest';
import { createUploadGate } from './upload-gate.ts';

const of = (name: string) => [{ name, most: 2 }];
const arrived = () => Promise.resolve();
const never = () => new Promise<void>(() => undefined);

test('uploads that are still arriving leave the slots to those that have arrived', async () => {
  const gate = createUploadGate(1);
  for (const name of ['a', 'b', 'c']) void gate.run(of(name), never, arrived);
  assert.equal(await gate.run(of('d'), arrived, () => Promise.resolve('done')), 'done');
});

test('while all slots are taken further uploads are refused, before they arrive and after', async () => {
  const gate = createUploadGate(1);
  const [arrival, work] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const late = gate.run(of('a'), () => arrival.promise, arrived);
  const first = gate.run(of('b'), arrived, () => work.promise);
  await setImmediate();
  await assert.rejects(gate.run(of('c'), never, arrived), { code: 'service_unavailable' });
  arrival.resolve();
  await assert.rejects(late, { code: 'service_unavailable' });
  work.resolve();
  await first;
  await gate.run(of('a'), arrived, arrived);
});

test('an upload counts against its account from its beginning to its answer', async () => {
  const gate = createUploadGate(9);
  const arrival = Promise.withResolvers<void>();
  const broken = gate.run(of('a'), () => arrival.promise, arrived);
  void gate.run(of('a'), arrived, never);
  await setImmediate();
  await assert.rejects(gate.run(of('a'), arrived, arrived), { code: 'rate_limited' });
  arrival.reject(new Error('The connection broke.'));
  await assert.rejects(broken, /broke/);
  await gate.run(of('a'), arrived, arrived);
});
