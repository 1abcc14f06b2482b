import assert from 'node:assert/strict';
import { test } from 'vitest';
import { DURATIONS, FPS } from '../../film-options.ts';
import { planWave } from './plan-wave.ts';

test('every arm waves and ends as the photo shows it, in short films too', () => {
  for (const duration of DURATIONS) {
    for (let version = 0; version < 60; version++) {
      const arm = { forearm: 1, shoulders: 1, room: { from: -0.5, to: 0.5 } };
      const pose = planWave({ seed: version, duration }, arm, version % 6);
      const elbows = Array.from({ length: duration * FPS }, (_, frame) => pose(frame / (duration * FPS)).elbow);
      assert.ok(Math.max(...elbows) - Math.min(...elbows) > 0.3, `${duration} s, version ${version}`);
      const last = pose(1 - 1 / (duration * FPS));
      assert.ok(Math.abs(last.elbow) + Math.abs(last.wrist) < 0.03, `${duration} s, version ${version}`);
    }
  }
});
