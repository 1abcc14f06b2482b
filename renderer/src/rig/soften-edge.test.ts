import assert from 'node:assert/strict';
import { test } from 'node:test';
import { softenEdge } from './soften-edge.ts';

const SIDE = 8;

test('the edge of what was drawn is blended with its surroundings, and nothing else', () => {
  const pixels = Uint8Array.from({ length: SIDE * SIDE }, (_, i) => (i % SIDE < 4 ? 200 : 100));
  const mask = Uint8Array.from({ length: SIDE * SIDE }, (_, i) => (i % SIDE < 4 ? 1 : 0));
  softenEdge({ width: SIDE, height: SIDE, pixels }, mask, { left: 0, top: 0, right: SIDE - 1, bottom: SIDE - 1 }, 1);
  const row = [...pixels.subarray(3 * SIDE, 4 * SIDE)];
  assert.deepEqual(row.slice(0, 3), [200, 200, 200]);
  assert.deepEqual(row.slice(5), [100, 100, 100]);
  assert.ok(row[3]! < 200 && row[3]! > row[4]! && row[4]! > 100, `${row[3]} beside ${row[4]}`);
});
