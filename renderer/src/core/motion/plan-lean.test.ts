import assert from 'node:assert/strict';
import { test } from 'vitest';
import { planExpression } from './plan-expression.ts';
import { abilitiesOf, findPartners, type PlacedFace } from './plan-lean.ts';

/** A face of `width` pixels about a point. */
function faceAt(x: number, y: number, width = 100): PlacedFace {
  const places = Float32Array.from([x - 50, y, x + 50, y]);
  return { places, width, yaw: 0, eyesOpen: [0.3, 0.3] };
}

test('of three people in a row the nearest two lean in, and the third has nobody to lean to', () => {
  const row = [faceAt(500, 300), faceAt(100, 310), faceAt(640, 320)];
  assert.deepEqual(findPartners(row), [1, 0, -1]);
  assert.deepEqual(
    abilitiesOf(row).map(({ canLean }) => canLean),
    [true, false, true],
  );
});

test('heads do not lean that stand above each other, far apart, one before the other, or in profile', () => {
  const one = faceAt(300, 300);
  const others = [faceAt(320, 480), faceAt(900, 300), faceAt(450, 300, 40), { ...faceAt(450, 300), yaw: 70 }];
  for (const other of others) assert.deepEqual(findPartners([one, other]), [0, 0]);
});

test('both heads tilt and move towards each other from the pose of the photo', () => {
  const traits = { yaw: 0, width: 120, mouthGap: 0, eyesOpen: [0.3, 0.3], grin: 0, raised: 0 } as const;
  for (const seed of [0, 1, 2, 3]) {
    for (const beside of [-1, 1]) {
      const track = planExpression({ effect: 'lean', seed, duration: 5, loop: false }, { ...traits, beside }, 0);
      const [first, last] = [track(0), track(0.9)];
      assert.ok(Math.abs(first.roll ?? 0) < 0.01 && Math.abs(first.right ?? 0) < 0.001);
      assert.ok(beside * (last.roll ?? 0) > 4 && beside * (last.right ?? 0) > 0.06, `seed ${seed}, side ${beside}`);
    }
  }
});
