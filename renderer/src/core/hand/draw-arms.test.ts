import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createFrame } from '../picture/planes.ts';
import type { ArmLayer } from './cut-out-arms.ts';
import { createArmBrush } from './draw-arms.ts';
import { type Arm, moved } from './find-arms.ts';

const SIDE = 400;
const arm: Arm = {
  pivot: { x: 200, y: 300 },
  end: { x: 200, y: 300 },
  wrist: { x: 200, y: 220 },
  hand: Float32Array.of(200, 160),
  palm: 60,
  shoulders: 250,
  shift: 70,
  room: { from: -0.5, to: 0.5 },
};

test('a hand whose forearm points at the viewer is drawn where the search for room expects it', () => {
  for (const elbow of [-0.5, -0.2, 0, 0.4]) {
    const frame = createFrame(SIDE, SIDE);
    createArmBrush(arm, handLayer(), 1, frame, 0.5).draw(frame, { elbow, wrist: 0 });
    const [x, y] = moved(arm.hand, arm, elbow);
    const drawn = middleOf(frame.y);
    assert.ok(Math.hypot(drawn.x - x!, drawn.y - y!) < 1, `${elbow}: ${drawn.x}, ${drawn.y} instead of ${x}, ${y}`);
  }
});

/** A white disc of 20 pixels around the hand's only point, and nothing else. */
function handLayer(): ArmLayer {
  const layer = {
    left: 0,
    top: 0,
    width: SIDE,
    height: SIDE,
    y: new Int16Array(SIDE * SIDE * 2),
    u: new Int16Array((SIDE * SIDE) / 2),
    v: new Int16Array((SIDE * SIDE) / 2),
  };
  for (const plane of [layer.y, layer.u, layer.v]) for (let i = 1; i < plane.length; i += 2) plane[i] = 256;
  for (let i = 0; i < SIDE * SIDE; i++) {
    const isHand = Math.hypot((i % SIDE) - arm.hand[0]!, Math.floor(i / SIDE) - arm.hand[1]!) < 20;
    if (isHand) layer.y.set([255, 0], i * 2);
  }
  return layer;
}

function middleOf(luma: Uint8Array): { x: number; y: number } {
  const lit = Array.from(luma, (value, i) => ({ value, i })).filter(({ value }) => value > 200);
  const mean = (of: (i: number) => number) => lit.reduce((sum, { i }) => sum + of(i), 0) / lit.length;
  return { x: mean((i) => i % SIDE), y: mean((i) => Math.floor(i / SIDE)) };
}
