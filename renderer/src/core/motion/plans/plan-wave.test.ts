import assert from 'node:assert/strict';
import { test } from 'vitest';
import { DURATIONS, FPS } from '../../film-options.ts';
import { planWave } from './plan-wave.ts';

test('every arm waves and ends as the photo shows it, in short films too', () => {
  for (const duration of DURATIONS) {
    for (let version = 0; version < 60; version++) {
      const arm = { lever: 1, shoulders: 1, room: { from: -0.5, to: 0.5 } };
      const pose = planWave({ seed: version, duration }, arm, version % 6);
      const elbows = Array.from({ length: duration * FPS }, (_, frame) => pose(frame / (duration * FPS)).elbow);
      assert.ok(Math.max(...elbows) - Math.min(...elbows) > 0.3, `${duration} s, version ${version}`);
      const last = pose(1 - 1 / (duration * FPS));
      assert.ok(Math.abs(last.elbow) + Math.abs(last.wrist) < 0.03, `${duration} s, version ${version}`);
    }
  }
});

test('a wrist that travels little with each radian turns further, as far as an elbow may', () => {
  const widest = (lever: number) => {
    const pose = planWave({ seed: 1, duration: 5 }, { lever, shoulders: 1, room: { from: -0.6, to: 0.6 } }, 0);
    const elbows = Array.from({ length: 120 }, (_, i) => pose(i / 120).elbow);
    return Math.max(...elbows) - Math.min(...elbows);
  };
  assert.ok(widest(0.5) > 1.5 * widest(1));
  assert.ok(widest(0.1) > 0.9 && widest(0.1) <= 1.01);
});
