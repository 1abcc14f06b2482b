import assert from 'node:assert/strict';
import { test } from 'vitest';
import { CHIN, FOREHEAD, LEFT_EDGE, RIGHT_EDGE } from '../face/landmarks.ts';
import type { Model } from '../model.ts';
import { buildPyramid } from '../picture/sample-crop.ts';
import { findArms, findElbow, traceForearm } from './find-arms.ts';

const picture = { width: 1000, height: 800 };
const palm = 100;
const wrist = { x: 500, y: 500 };

test('a forearm that is seen as a whole turns about the elbow', () => {
  const elbow = { x: 500, y: 640 };
  assert.deepEqual(traceForearm(picture, wrist, elbow, palm), { pivot: elbow, end: elbow });
});

test('an elbow at the border is taken as outside: the forearm goes on beyond', () => {
  const forearm = traceForearm({ width: 1000, height: 620 }, wrist, { x: 500, y: 590 }, palm);
  assert.deepEqual(forearm, { pivot: { x: 500, y: 740 }, end: { x: 500, y: 619 } });
});

test('a forearm that points at the viewer is seen between where the hand and where the elbow says', () => {
  const hand = { wrist, knuckles: { x: 500, y: 400 } };
  const { x, y } = findElbow(picture, hand, { x: 560, y: 500 }, palm);
  assert.deepEqual([Math.round(x - wrist.x), Math.round(y - wrist.y)], [42, 42]);
});

test('a long forearm, and one whose elbow is outside the photo, stays where the model sees it', () => {
  const hand = { wrist, knuckles: { x: 500, y: 400 } };
  for (const elbow of [
    { x: 560, y: 640 },
    { x: 560, y: 790 },
  ])
    assert.deepEqual(findElbow({ width: 1000, height: 800 }, hand, elbow, palm), elbow);
});

test('a raised hand is found where its forearm points, even if the model of bodies sees its fingers at the wrist', async () => {
  // A face in the middle, and a bright place above the wrist at (300, 300), which the model of hands takes for a hand.
  const data = new Uint8Array(1000 * 800 * 3);
  for (let i = 0; i < 1000 * 800; i++)
    if (Math.hypot((i % 1000) - 300, Math.floor(i / 1000) - 252) < 40) data.fill(255, i * 3, i * 3 + 3);
  const arms = await findArms(buildPyramid({ width: 1000, height: 800, data }), [faceAt(400, 300, 40)], {
    body: seeing(256, ['Identity_2', 'Identity_3'], () => [bodyValues(), Float32Array.of(1)]),
    hand: seeing(224, ['Identity', 'Identity_1'], (pixels) => {
      const middle = pixels[(112 * 224 + 112) * 3]!;
      return [handValues(), Float32Array.of(middle > 0.5 ? 1 : 0)];
    }),
  });
  assert.equal(arms.length, 1);
  assert.ok(Math.hypot(arms[0]!.wrist.x - 300, arms[0]!.wrist.y - 300) < 30);
});

function seeing(side: number, names: readonly string[], see: (pixels: Float32Array) => Float32Array[]): Model {
  return {
    run: async (pixels, askedSide, asked) => {
      assert.deepEqual([askedSide, asked], [side, names]);
      return see(pixels);
    },
  };
}

function faceAt(x: number, y: number, width: number) {
  const points = new Float32Array(468 * 3);
  const put = (i: number, right: number, down: number) => points.set([x + right * width, y + down * width, 0], i * 3);
  put(LEFT_EDGE, -0.5, 0);
  put(RIGHT_EDGE, 0.5, 0);
  put(FOREHEAD, 0, -0.6);
  put(CHIN, 0, 0.6);
  return { points, confidence: [9, 9] as const, features: new Float32Array(0) };
}

/** Joints in the crop below that face, which is 520 pixels wide around (400, 444). */
function bodyValues(): Float32Array {
  const values = new Float32Array(35 * 5);
  const put = (i: number, x: number, y: number, isSeen = true) =>
    values.set([((x - 140) / 520) * 256, ((y - 184) / 520) * 256, 0, isSeen ? 9 : -9, 0], i * 5);
  for (let i = 0; i < 33; i++) put(i, 450, 600, false);
  put(12, 350, 380);
  put(11, 450, 380);
  put(14, 300, 420);
  put(16, 300, 300);
  for (const finger of [18, 20]) put(finger, 300, 310);
  put(33, 400, 444);
  put(34, 400, 236);
  return values;
}

/** An upright hand that fills its crop as the model of hands expects. */
function handValues(): Float32Array {
  const finger = (x: number, top: number, base: number) => [0, 1, 2, 3].map((i) => [x, base + ((top - base) * i) / 3]);
  const points = [
    [0.5, 0.74],
    ...finger(0.3, 0.45, 0.65),
    ...finger(0.4, 0.22, 0.5),
    ...finger(0.48, 0.2, 0.48),
    ...finger(0.56, 0.22, 0.5),
    ...finger(0.64, 0.28, 0.52),
  ];
  return Float32Array.from(points.flatMap(([x, y]) => [x! * 224, y! * 224, 0]));
}
