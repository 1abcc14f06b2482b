import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { FaceTraits } from '../expression-track.ts';
import type { Expression } from '../../rig/pose-face.ts';
import { FRONTAL, frames, perform, range, SEEDS, yawOf } from '../../../../test/perform.ts';
import { planExpression } from './plan-expression.ts';

test('a turned head never turns out of sight', () => {
  for (const yaw of [-50, -45, -30, -15, 15, 30, 45, 50]) {
    for (const seed of SEEDS) {
      const at = planExpression({ effect: 'turn', seed, duration: 5, loop: false }, { ...FRONTAL, yaw }, 0);
      const turned = frames().map((progress) => yaw + (at(progress).yaw ?? 0));
      assert.ok(turned.every((angle) => Math.abs(angle) < 68));
    }
  }
});

test('a turned head turns as visibly as a frontal one, by turning back to the viewer', () => {
  for (const yaw of [-49, -45, -38, -30, -15, 0, 15, 30, 38, 45, 49]) {
    for (const seed of SEEDS) {
      const swing = range(yawOf('turn', seed, { yaw }));
      assert.ok(swing > (Math.abs(yaw) < 35 ? 28 : 23), `${yaw} degrees, seed ${seed}: ${swing}`);
    }
  }
});

test('a head turns back only as far as needed if its near side cannot be mirrored', () => {
  for (const yaw of [24, 28, 34, 42]) {
    for (const seed of SEEDS) {
      const act = (traits: Partial<FaceTraits>) => yawOf('turn', seed, { yaw, ...traits });
      const [known, unknown] = [1, 0.1].map((mirrored) => act({ width: 60, mirrored }));
      assert.ok(Math.min(...unknown!) > Math.min(...known!) + 1, `${Math.min(...unknown!)} degrees`);
      assert.ok(Math.abs(Math.max(...unknown!) - Math.max(...known!)) < 0.01, 'it turns away as ever');
      assert.ok(range(unknown!) > (yaw < 30 ? 27 : 18), `${range(unknown!)} degrees`);
    }
  }
  const range28 = (width: number) =>
    Math.min(...SEEDS.map((seed) => range(yawOf('turn', seed, { yaw: 28, width, mirrored: 0.1 }))));
  assert.ok(range28(60) > range28(200), 'a small head has to go further');
});

test('a head turned far turns away rather than back where little of what it hides is known', () => {
  const reach = (traits: Partial<FaceTraits>) => {
    const turns = SEEDS.flatMap((seed) => yawOf('turn', seed, traits));
    return { away: Math.max(...turns), back: -Math.min(...turns) };
  };
  for (const width of [60, 200]) {
    for (const yaw of [36, 40, 46]) {
      const known = reach({ yaw, width, beyondNose: 0.22 });
      for (const [beyondNose, mirrored, most] of [
        [0.12, 1, 9],
        [0.22, 0.3, 6],
        [0.12, 0.3, 5],
      ] as const) {
        const { away, back } = reach({ yaw, width, beyondNose, mirrored });
        assert.ok(back < most && back < known.back, `back by ${back} of ${yaw} degrees`);
        assert.ok(away > 15, `away by ${away}, so that the turn is seen`);
      }
    }
  }
  const { back } = reach({ yaw: 28, beyondNose: 0.26 });
  assert.ok(back > 17, 'one turned less turns back');
});

test('a large turned face turns back only as far as needed to be visible', () => {
  const furthest = (width: number, yaw: number) =>
    Math.max(...SEEDS.map((seed) => -Math.min(...yawOf('turn', seed, { width, yaw }))));
  for (const yaw of [18, 24, 32]) assert.ok(furthest(200, yaw) < 20, `${furthest(200, yaw)} of ${yaw} degrees`);
  for (const yaw of [32, 36, 40]) {
    assert.ok(furthest(200, yaw) < 24, `${furthest(200, yaw)} of ${yaw} degrees`);
    assert.ok(furthest(50, yaw) > furthest(200, yaw) + 2.5, 'a small face shows it less');
  }
  for (const width of [50, 200]) assert.ok(furthest(width, 48) < 25, 'half an eye is hidden');
});

test('eyes and head look to both sides, and stay there for half a second', () => {
  for (const seed of SEEDS) {
    const at = perform('look-around', seed, false);
    for (const side of [-1, 1]) {
      assert.ok(held(at, ({ gaze = 0 }) => side * gaze > 0.85) > 0.5, `seed ${seed}, side ${side}`);
      assert.ok(held(at, ({ yaw = 0 }) => side * yaw > 5) > 0.5, `seed ${seed}, side ${side}`);
    }
  }
});

test('a head turns further to look around where its eyes are hidden, narrow or small', () => {
  for (const seed of SEEDS) {
    for (const traits of [{ eyesHidden: true }, { eyesOpen: [0.17, 0.15] as const }, { width: 45 }]) {
      const at = planExpression(
        { effect: 'look-around', seed, duration: 5, loop: false },
        { ...FRONTAL, ...traits },
        0,
      );
      for (const side of [-1, 1]) assert.ok(held(at, ({ yaw = 0 }) => side * yaw > 8) > 0.5, `seed ${seed}`);
      assert.ok(range(yawOf('look-around', seed, traits)) > range(yawOf('look-around', seed, {})) + 2);
      assert.ok(
        range(yawOf('look-around', seed, traits)) < 0.9 * range(yawOf('turn', seed, traits)),
        'a turn goes further',
      );
    }
  }
});

test('a head turned far looks further away than back', () => {
  for (const yaw of [-40, 40]) {
    for (const seed of SEEDS) {
      const turns = yawOf('look-around', seed, { yaw }).map((angle) => Math.sign(yaw) * angle);
      const [away, back] = [Math.max(...turns), -Math.min(...turns)];
      assert.ok(away > 9 && back < 7, `away by ${away}, back by ${back}`);
    }
  }
});

/** Seconds of a film of five for which this holds without a break, at most. */
function held(at: (progress: number) => Expression, holds: (expression: Expression) => boolean): number {
  let [longest, length] = [0, 0];
  for (const progress of frames()) {
    length = holds(at(progress)) ? length + 1 : 0;
    longest = Math.max(longest, length);
  }
  return longest / 24;
}
