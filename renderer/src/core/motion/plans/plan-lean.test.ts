import assert from 'node:assert/strict';
import { test } from 'vitest';
import { planExpression } from './plan-expression.ts';

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
