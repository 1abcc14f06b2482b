import assert from 'node:assert/strict';
import { beforeAll, expect, test } from 'vitest';
import { GROUP_SIZE, groupHeads } from '../../../test/group-heads.ts';
import type { Head } from '../face/head.ts';
import { OVAL } from '../face/landmarks.ts';
import { wholeOf, type Rectangle } from '../picture/framing.ts';
import { faceAbility } from '../motion/face-ability.ts';
import { createFrame, type Frame, type Planes } from '../picture/planes.ts';
import { planShot } from './plan-shot.ts';
import { chooseSeen } from './choose-layers.ts';
import { findPictureArea } from './picture-area.ts';
import type { Stage } from './stage.ts';

const { width, height } = GROUP_SIZE;
const REQUEST = { effect: 'turn', seed: 1, duration: 5, loop: false } as const;

let photo: Planes;
let heads: Head[];
/** How far the heads are from the left, at least. */
let nearest: number;
beforeAll(async () => {
  ({ photo, heads } = await groupHeads());
  nearest = Math.floor(Math.min(...heads.flatMap(({ places }) => OVAL.map((point) => places[point * 2]!))));
});

test('a head that turns leaves the border of a print as it is', () => {
  const margin = nearest - 12;
  const stage = stageOf(printed(margin));
  const area = findPictureArea(stage.layers, stage);
  assert.ok(margin > 0.012 * width && area.left >= margin && area.left < margin + 8, String(area.left));
  const [first, turned] = draw({ ...stage, area }, 0, 0.5);
  expect(changedIn(first!, turned!, { left: 0, top: 0, width: margin, height }), 'in the border').toBe(0);
  expect(changedIn(first!, turned!, { left: margin, top: 0, width: width - margin, height })).toBeGreaterThan(20_000);
});

test('a head that turns leaves the backdrop of a photo as it is', () => {
  const area = { left: nearest - 12, top: 0, width: width - 2 * (nearest - 12), height };
  const [first, turned] = draw({ ...stageOf(photo), area }, 0, 0.5);
  expect(changedIn(first!, turned!, { left: 0, top: 0, width: area.left, height }), 'in the backdrop').toBe(0);
});

test('a margin into which a head reaches is none', () => {
  const stage = stageOf(printed(nearest - 12));
  const [first, ...others] = stage.heads;
  const places = first!.places.map((place, i) => (i % 2 === 0 ? place - first!.places[OVAL[0]! * 2]! + 5 : place));
  const seen = { film: GROUP_SIZE, heads: [{ ...first!, places }, ...others] };
  assert.deepEqual(findPictureArea(stage.layers, seen), wholeOf(GROUP_SIZE));
});

test('an animal whose head touches the border of a print does not tilt it, as at the edge of a photo', () => {
  const mask = { width: 20, height: 20, alpha: new Uint8Array(400) };
  for (let y = 4; y < 16; y++) mask.alpha.fill(255, y * 20 + 5, y * 20 + 15);
  const animal = { x: width / 2, y: height / 2, side: height / 4, angle: 0, crown: -1.2, ears: [] };
  const tiltsAt = (top: number) => {
    const area = { left: 0, top, width, height: height - top };
    const seen = { film: GROUP_SIZE, area, planes: photo, mask, heads: [], abilities: [], animal, canWave: false };
    return chooseSeen('pet-tilt', seen).choice.lack?.code;
  };
  assert.deepEqual([tiltsAt(0), tiltsAt(0.1 * height), tiltsAt(0.2 * height)], [undefined, undefined, 'head_at_edge']);
});

/** The group's photo with a white border on the left, on the right and above. */
function printed(margin: number): Planes {
  const y = photo.y.map((luma, i) => {
    const column = i % width;
    const isPaper = column < margin || column >= width - 24 || i < 24 * width;
    return isPaper ? 220 : luma;
  });
  return { ...photo, y };
}

function stageOf(picture: Planes): Stage {
  return {
    film: GROUP_SIZE,
    layers: { photo: picture, scale: 1, subject: undefined },
    choice: { motion: 'turn' },
    subject: undefined,
    heads: heads.map((head) => ({ ...head, ...faceAbility(head) })),
    animal: undefined,
  };
}

function draw(stage: Stage, ...moments: number[]): Frame[] {
  const frame = createFrame(width, height);
  const shot = planShot(REQUEST, stage, frame);
  return moments.map((progress) => {
    shot.draw(frame, progress);
    return { ...frame, y: frame.y.slice() };
  });
}

/** Pixels of a part whose luma differs. */
function changedIn(one: Frame, other: Frame, part: Rectangle): number {
  let changed = 0;
  for (let row = part.top; row < part.top + part.height; row++) {
    for (let column = part.left; column < part.left + part.width; column++) {
      if (one.y[row * width + column] !== other.y[row * width + column]) changed++;
    }
  }
  return changed;
}
