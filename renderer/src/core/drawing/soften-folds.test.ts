import assert from 'node:assert/strict';
import { test } from 'vitest';
import { LEFT_CORNER, LEFT_WING, RIGHT_CORNER, RIGHT_WING } from '../face/landmarks.ts';
import { createFrame, type Frame } from '../picture/planes.ts';
import { softenFolds } from './soften-folds.ts';

const SIDE = 200;
const WIDTH = 100;
const SKIN = 180;
const FOLD = 110;
/** A row half-way between the wings of the nose and the corners of the mouth. */
const ROW = 110;

test('a narrow fold beside the nose gets lighter, the more of a smile is taken back', () => {
  const darkness = [0, 0.5, 1].map((strength) => {
    const frame = face((x) => (Math.abs(x - 74) < 2 || Math.abs(x - 126) < 2 ? FOLD : SKIN));
    softenFolds(frame, places(), { width: WIDTH, yaw: 0 }, strength);
    const [left, right] = [74, 126].map((x) => SKIN - frame.y[ROW * SIDE + x]!);
    assert.ok(Math.abs(left! - right!) <= 2, 'both sides alike');
    return left!;
  });
  assert.equal(darkness[0], SKIN - FOLD);
  assert.ok(darkness[1]! < 0.75 * darkness[0]! && darkness[2]! < 0.5 * darkness[0]!, darkness.join(', '));
});

test('on the far side of a turned head, what is beside the cheek is not lightened', () => {
  for (const [yaw, far, near] of [
    [40, 126, 74],
    [-40, 74, 126],
  ] as const) {
    const frame = face((x) => (Math.abs(x - 74) < 2 || Math.abs(x - 126) < 2 ? FOLD : SKIN));
    softenFolds(frame, places(), { width: WIDTH, yaw }, 1);
    assert.equal(frame.y[ROW * SIDE + far], FOLD);
    assert.ok(frame.y[ROW * SIDE + near]! > FOLD + 20);
  }
});

test('a beard, the far cheek in shade, nose and lips stay as they are', () => {
  const tones = {
    beard: (x: number, y: number) => ((x + y) % 2 === 0 ? FOLD : SKIN),
    shade: (x: number) => (x < 70 ? FOLD : SKIN),
    noseAndLips: (x: number, y: number) =>
      Math.abs(x - 100) < 8 || (Math.abs(y - 128) < 3 && Math.abs(x - 100) < 16) ? FOLD : SKIN,
  };
  for (const [name, toneAt] of Object.entries(tones)) {
    const [frame, before] = [face(toneAt), face(toneAt)];
    softenFolds(frame, places(), { width: WIDTH, yaw: 0 }, 1);
    const most = frame.y.reduce((sum, value, i) => Math.max(sum, Math.abs(value - before.y[i]!)), 0);
    assert.ok(most <= 25, `${name} changes by ${most}`);
  }
});

/** Nose and mouth of a face of `WIDTH` pixels: the nose's wings at 88 and 112, the mouth's corners below them. */
function places(): Float32Array {
  const all = new Float32Array(468 * 2);
  all.set([88, 95], LEFT_WING * 2);
  all.set([112, 95], RIGHT_WING * 2);
  all.set([84, 128], LEFT_CORNER * 2);
  all.set([116, 128], RIGHT_CORNER * 2);
  return all;
}

function face(toneAt: (x: number, y: number) => number): Frame {
  const frame = createFrame(SIDE, SIDE);
  frame.y.forEach((_, i) => (frame.y[i] = toneAt(i % SIDE, Math.floor(i / SIDE))));
  return frame;
}
