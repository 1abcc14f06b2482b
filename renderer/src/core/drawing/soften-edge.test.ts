import assert from 'node:assert/strict';
import { test } from 'vitest';
import { outlinePixels, softenEdge } from './soften-edge.ts';

const SIDE = 24;
const WHOLE = { left: 0, top: 0, right: SIDE - 1, bottom: SIDE - 1 };
const [DRAWN, BEHIND] = [200, 100];

test('the edge of what was drawn is blended with its surroundings, and nothing else', () => {
  const rows = softened(() => 12);
  assert.deepEqual(rows[10]!.slice(0, 10), Array(10).fill(DRAWN));
  assert.deepEqual(rows[10]!.slice(14), Array(10).fill(BEHIND));
  const across = rows[10]!.slice(9, 15);
  across.slice(1).forEach((value, i) => assert.ok(value <= across[i]!, across.join(' ')));
  assert.ok(across[2]! < DRAWN && across[3]! > BEHIND);
});

test('a slanted edge shows no steps, neither on small nor on large faces', () => {
  const edgeAt = (y: number) => 6 + y / 2;
  const stepped = (rows: number[][]) => {
    const inner = rows.slice(4, -4);
    const places = inner.map((row) => row.reduce((sum, value) => sum + (value - BEHIND) / (DRAWN - BEHIND), 0));
    return Math.max(...places.slice(1).map((place, i) => Math.abs(place - places[i]! - 0.5)));
  };
  assert.equal(stepped(drawn(edgeAt).rows), 0.5);
  for (const breadth of [0, 0.5, 1]) {
    const step = stepped(softened(edgeAt, breadth));
    assert.ok(step < 0.2, `${step} at ${breadth}`);
  }
});

test('the blur reaches as far as its breadth', () => {
  const blended = (breadth: number) =>
    softened(() => 12, breadth)[10]!.filter((value) => value !== DRAWN && value !== BEHIND).length;
  assert.deepEqual([blended(0), blended(1)], [2, 4]);
});

test("the picture's border stays unchanged beside a face", () => {
  const rows = softened(() => 1);
  assert.deepEqual(
    rows.map((row) => row[0]),
    Array(SIDE).fill(DRAWN),
  );
});

/** In each row the drawn part ends at `edgeAt(row)`. */
function drawn(edgeAt: (y: number) => number) {
  const isDrawn = (i: number) => i % SIDE < Math.floor(edgeAt(Math.floor(i / SIDE)));
  const pixels = Uint8Array.from({ length: SIDE * SIDE }, (_, i) => (isDrawn(i) ? DRAWN : BEHIND));
  const mask = Uint8Array.from({ length: SIDE * SIDE }, (_, i) => (isDrawn(i) ? 1 : 0));
  return { pixels, mask, rows: rowsOf(pixels) };
}

function softened(edgeAt: (y: number) => number, breadth = 1): number[][] {
  const { pixels, mask } = drawn(edgeAt);
  const sheet = { width: SIDE, height: SIDE, step: 1, planes: [pixels] } as const;
  softenEdge(sheet, outlinePixels(sheet, mask, WHOLE), { strength: 1, breadth });
  return rowsOf(pixels);
}

function rowsOf(pixels: Uint8Array): number[][] {
  return Array.from({ length: SIDE }, (_, y) => [...pixels.subarray(y * SIDE, (y + 1) * SIDE)]);
}
