import assert from 'node:assert/strict';
import { test } from 'vitest';
import { planExpression } from './plan-expression.ts';

test('heads that stand close tilt as far, but come nearer by half of the room between them at most', () => {
  const traits = { yaw: 0, width: 120, mouthGap: 0, eyesOpen: [0.3, 0.3], grin: 0, raised: 0, beside: 1 } as const;
  for (const seed of [0, 1, 2, 3]) {
    const [wide, narrow, narrowest] = [1, 0.35, 0.1].map((room) => {
      const track = planExpression({ effect: 'lean', seed, duration: 5, loop: false }, { ...traits, room }, 0);
      return track(0.9);
    });
    for (const pose of [narrow!, narrowest!]) assert.equal(pose.roll, wide!.roll);
    // A tilt moves the ears, too: they are 0.35 face widths above the point about which the head tilts.
    const nearer = narrow!.right! + 0.35 * Math.sin((narrow!.roll! * Math.PI) / 180);
    assert.ok(2 * nearer < 0.2, `both together by ${2 * nearer}`);
    assert.ok(wide!.right! > 2 * narrow!.right! && Math.abs(narrowest!.right!) < 0.01, `seed ${seed}`);
  }
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
