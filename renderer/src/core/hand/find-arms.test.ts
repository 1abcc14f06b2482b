import assert from 'node:assert/strict';
import { test } from 'vitest';
import { findElbow, traceForearm } from './find-arms.ts';

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

test('a forearm that points at the viewer, or whose elbow seems to be beside the hand, is seen below the hand', () => {
  const hand = { wrist, knuckles: { x: 500, y: 400 } };
  assert.deepEqual(findElbow(picture, hand, { x: 560, y: 500 }, palm), { x: 500, y: 580 });
});

test('a long forearm, and one whose elbow is outside the photo, stays where the model sees it', () => {
  const hand = { wrist, knuckles: { x: 500, y: 400 } };
  for (const elbow of [
    { x: 560, y: 640 },
    { x: 560, y: 790 },
  ])
    assert.deepEqual(findElbow({ width: 1000, height: 800 }, hand, elbow, palm), elbow);
});
