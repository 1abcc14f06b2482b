import assert from 'node:assert/strict';
import { test } from 'vitest';
import { DURATIONS, FPS } from '../../film-options.ts';
import { planWave } from './plan-wave.ts';

test('every arm waves and ends as the photo shows it, in short films too', () => {
  for (const duration of DURATIONS) {
    for (let version = 0; version < 60; version++) {
      const arm = { joint: 'elbow' as const, forearm: 1, shoulders: 1, room: { from: -0.5, to: 0.5 } };
      const pose = planWave({ seed: version, duration }, arm, version % 6);
      const elbows = Array.from({ length: duration * FPS }, (_, frame) => pose(frame / (duration * FPS)).elbow);
      assert.ok(Math.max(...elbows) - Math.min(...elbows) > 0.3, `${duration} s, version ${version}`);
      const last = pose(1 - 1 / (duration * FPS));
      assert.ok(Math.abs(last.elbow) + Math.abs(last.wrist) < 0.03, `${duration} s, version ${version}`);
    }
  }
});

test('where only the hand is cut out, the forearm rests and the hand swings within its room', () => {
  const room = { from: -0.2, to: 0.4 };
  const pose = planWave({ seed: 1, duration: 5 }, { joint: 'wrist', forearm: 1, shoulders: 3, room }, 0);
  const poses = Array.from({ length: 121 }, (_, i) => pose(i / 120));
  assert.ok(poses.every(({ elbow }) => elbow === 0));
  const turns = poses.map(({ wrist }) => wrist);
  const [least, most] = [Math.min(...turns), Math.max(...turns)];
  assert.ok(most - least > 0.5 && least >= room.from - 0.01 && most <= room.to + 0.01, `${least} to ${most}`);
  assert.deepEqual([turns[0], turns.at(-1)], [0, 0]);
});
