import assert from 'node:assert/strict';
import { test } from 'vitest';
import { buildPyramid, type Crop, type Rgb } from '../picture/sample-crop.ts';
import { CROP, measureShape, toCrop } from './arm-shape.ts';
import type { Arm } from './find-arms.ts';
import { segmentArm } from './segment-arm.ts';

const SIDE = 320;
const SKIN = [220, 160, 140];
const COAT = [30, 32, 38];
const WALL = [190, 195, 190];
/** Left of this is the wall, right of it the coat. */
const EDGE = 175;

const arm: Arm = {
  pivot: { x: 160, y: 270 },
  end: { x: 160, y: 270 },
  wrist: { x: 160, y: 180 },
  hand: Float32Array.from(openHand(160, 180, 50)),
  palm: 50,
  shoulders: 200,
  shift: 0,
  room: { from: -0.5, to: 0.5 },
};

test('of a coat like the sleeve nothing becomes the rim of a thumb before it', () => {
  const photo = drawPhoto();
  const { alpha, crop } = segmentArm(buildPyramid(photo), arm, []);
  let [coat, thumb] = [0, 0];
  for (let y = 100; y < 165; y++) {
    for (let x = EDGE + 10; x < 260; x++) {
      if (shareAt(crop, alpha, x, y) < 0.5) continue;
      if (photo.data[(y * SIDE + x) * 3] === SKIN[0]) thumb++;
      else coat++;
    }
  }
  assert.ok(thumb > 200, `only ${thumb} pixels of the thumb`);
  assert.ok(coat < 0.1 * thumb, `${coat} pixels of the coat beside ${thumb} of the thumb`);
});

test('where sleeve and coat cannot be told apart the rim of the forearm is narrow all the same', () => {
  const { alpha, crop } = segmentArm(buildPyramid(drawPhoto()), arm, []);
  for (let y = 205; y < 235; y++) {
    const shares = Array.from({ length: 65 }, (_, i) => shareAt(crop, alpha, EDGE + i, y));
    const undecided = shares.filter((share) => share > 0.2 && share < 0.8).length;
    assert.ok(undecided <= 7, `row ${y}: ${undecided} undecided pixels`);
  }
});

function shareAt(crop: Crop, alpha: Float32Array, x: number, y: number): number {
  const at = toCrop(crop, { x, y });
  return alpha[Math.round(at.y) * CROP + Math.round(at.x)]!;
}

/** An open hand and its dark sleeve, half before a wall and half before a coat as dark as the sleeve. */
function drawPhoto(): Rgb {
  const photo = { width: SIDE, height: SIDE, data: new Uint8Array(SIDE * SIDE * 3) };
  const whole = { x: SIDE / 2, y: SIDE / 2, side: SIDE, angle: 0 };
  const shape = measureShape(arm, whole);
  for (let i = 0; i < SIDE * SIDE; i++) {
    // Slimmer than the model's hands are.
    const isHand = shape.hand[i]! < 0.7;
    const colour = isHand ? SKIN : shape.forearm[i]! < 1 || i % SIDE > EDGE ? COAT : WALL;
    photo.data.set(colour, i * 3);
  }
  return photo;
}

/** Landmarks of a hand with spread fingers that points up, x and y in turn. */
function openHand(x: number, y: number, palm: number): number[] {
  const finger = (angle: number, base: number, length: number) =>
    [0, 1, 2, 3].flatMap((joint) => {
      const far = (base + (joint * length) / 3) * palm;
      return [x + far * Math.sin(angle), y - far * Math.cos(angle)];
    });
  return [
    x,
    y,
    ...finger(0.9, 0.5, 1),
    ...finger(0.35, 1.3, 1),
    ...finger(0.05, 1.35, 1.1),
    ...finger(-0.2, 1.3, 1),
    ...finger(-0.45, 1.25, 0.8),
  ];
}
