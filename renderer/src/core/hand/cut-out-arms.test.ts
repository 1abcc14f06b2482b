import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { SubjectMask } from '../layers/subject-mask.ts';
import { planesFromRgb } from '../picture/planes.ts';
import { CROP } from './arm-shape.ts';
import { cutOutArms } from './cut-out-arms.ts';
import { type ArmMatte, peopleIn } from './segment-arm.ts';

const SIZE = { width: CROP, height: CROP };
const COUNT = CROP * CROP;

/** An arm hides where the dark half of a wall meets its bright half. Below is a shirt of the same tones, with a red seam between them. */
const isShirt = (y: number) => y >= 200;
const isSeam = (x: number, y: number) => isShirt(y) && x >= 156 && x < 172;
const isArm = (x: number, y: number) => x >= 128 && x < 200 && y < 176;
/** Of what is filled in, what is nearer to the wall than to the shirt. */
const isBesideWall = (x: number, y: number) => isArm(x, y) && y < 120;

const eachPixel = <T>(value: (x: number, y: number) => T): T[] =>
  Array.from({ length: COUNT }, (_, i) => value(i % CROP, Math.floor(i / CROP)));

const pixels = Float32Array.from(
  eachPixel((x, y) => (isSeam(x, y) ? [210, 40, 40] : x < 164 ? [60, 60, 60] : [190, 190, 190])).flat(),
);

const arm: ArmMatte = {
  crop: { x: CROP / 2, y: CROP / 2, side: CROP, angle: 0 },
  alpha: Float32Array.from(eachPixel((x, y) => Number(isArm(x, y)))),
  pixels,
  shape: { hand: new Float32Array(COUNT), forearm: new Float32Array(COUNT).fill(6) },
  seen: new Uint8Array(COUNT).fill(1),
  isHead: new Uint8Array(COUNT),
  end: { x: 160, y: 310, radius: 5, still: 5 },
};

/** The reddest chroma that is filled in beside the wall. */
function reddest(matte: ArmMatte): number {
  const photo = planesFromRgb(Uint8Array.from(pixels), CROP, CROP);
  const copy = () => ({ ...photo, y: photo.y.slice(), u: photo.u.slice(), v: photo.v.slice() });
  const behind = { close: copy(), wide: copy() };
  cutOutArms(photo, behind, [matte]);
  const half = CROP / 2;
  return Math.max(...behind.wide.v.filter((_, i) => isBesideWall((i % half) * 2, Math.floor(i / half) * 2)));
}

test('what is behind an arm is filled in without the clothes of people', () => {
  const side = 256;
  const alpha = Uint8Array.from({ length: side * side }, (_, i) =>
    isShirt((Math.floor(i / side) / side) * CROP) ? 255 : 0,
  );
  const people: SubjectMask = { width: side, height: side, alpha };
  const filled = reddest(arm);
  assert.ok(filled > 160, `the seam of the shirt fits best: ${filled}`);
  const kept = reddest({ ...arm, isPerson: peopleIn(arm.crop, people, SIZE) });
  assert.ok(kept < 140, `no seam goes on in the wall: ${kept}`);
});
