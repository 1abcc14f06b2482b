import assert from 'node:assert/strict';
import { test } from 'vitest';
import {
  CHIN,
  FOREHEAD,
  LEFT_BROW,
  LEFT_CORNER,
  LEFT_EDGE,
  LEFT_EYE_RIMS,
  MOUTH_RIMS,
  NOSE_TIP,
  OVAL,
  RIGHT_BROW,
  RIGHT_CORNER,
  RIGHT_EDGE,
  RIGHT_EYE_RIMS,
  MIRROR_LANDMARKS,
} from './landmarks.ts';

const twin = (point: number) => MIRROR_LANDMARKS[point]!;

test('mirroring a landmark twice gives the landmark', () => {
  assert.equal(MIRROR_LANDMARKS.length, 468);
  MIRROR_LANDMARKS.forEach((other, point) => assert.equal(twin(other), point));
});

test('the mirror points of a feature are the same feature on the other side', () => {
  for (const middle of [CHIN, FOREHEAD, NOSE_TIP]) assert.equal(twin(middle), middle);
  assert.equal(twin(LEFT_CORNER), RIGHT_CORNER);
  assert.equal(twin(LEFT_EDGE), RIGHT_EDGE);
  for (const [left, right] of [
    [LEFT_EYE_RIMS.upper, RIGHT_EYE_RIMS.upper],
    [LEFT_EYE_RIMS.lower, RIGHT_EYE_RIMS.lower],
    ...LEFT_EYE_RIMS.above.map((ring, i) => [ring, RIGHT_EYE_RIMS.above[i]!] as const),
    ...LEFT_EYE_RIMS.below.map((ring, i) => [ring, RIGHT_EYE_RIMS.below[i]!] as const),
    [MOUTH_RIMS.upper, MOUTH_RIMS.upper],
    [MOUTH_RIMS.lower, MOUTH_RIMS.lower],
  ] as const) {
    assert.deepEqual(left.map(twin), right.toReversed());
  }
  assert.deepEqual(LEFT_BROW.map(twin), RIGHT_BROW);
  const [first, ...others] = OVAL;
  assert.deepEqual([first!, ...others.toReversed()], OVAL.map(twin));
});
