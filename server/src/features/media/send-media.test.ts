import assert from 'node:assert/strict';
import { test } from 'vitest';
import * as fc from 'fast-check';
import { byteRange } from './send-media.ts';

test('a range is parsed inclusively and clipped to the file', () => {
  assert.deepEqual(byteRange('bytes=0-99', 1000), { start: 0, end: 99 });
  assert.deepEqual(byteRange('bytes=900-5000', 1000), { start: 900, end: 999 });
  assert.deepEqual(byteRange('bytes=200-', 1000), { start: 200, end: 999 });
  assert.deepEqual(byteRange('bytes=-200', 1000), { start: 800, end: 999 });
  assert.deepEqual(byteRange('bytes=-5000', 1000), { start: 0, end: 999 });
});

test('a range beyond the file is unsatisfiable', () => {
  for (const header of ['bytes=1000-', 'bytes=1000-2000', 'bytes=-0'])
    assert.equal(byteRange(header, 1000), 'unsatisfiable');
});

test('any other header means the whole file', () => {
  for (const header of [undefined, '', 'bytes=', 'bytes=-', 'bytes=9-1', 'bytes=0-1,5-6', 'lines=0-1', 'bytes=a-b'])
    assert.equal(byteRange(header, 1000), undefined);
});

test('the result is always inside the file', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 10_000 }), (from, to, size) => {
      const range = byteRange(`bytes=${from}-${to}`, size);
      if (typeof range === 'object') assert.ok(range.start <= range.end && range.end < size);
    }),
  );
});
