import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { photoFocus } from './photo-focus.ts';

const face = (left: number, top: number, right: number, bottom: number) => ({
  box: { left, top, right, bottom },
  canMove: true,
  eyesOpen: [true, true],
});
const seen = (...faces: object[]) => ({ faces, sharpness: 20, brightness: 120 });

describe('the middle of the heads in a photo', () => {
  test('is above the middle of the face, where the hair is', () => {
    assert.deepEqual(photoFocus(seen(face(0.4, 0.2, 0.6, 0.4))), { x: 0.5, y: 0.265 });
  });

  test('is between several', () => {
    const focus = photoFocus(seen(face(0.1, 0.3, 0.2, 0.5), face(0.7, 0.3, 0.8, 0.5)));
    assert.deepEqual(focus, { x: 0.45, y: 0.365 });
  });

  test('stays in the photo if a head reaches beyond its edge', () => {
    assert.deepEqual(photoFocus(seen(face(-0.4, -0.5, 0.1, 0.2))), { x: 0, y: 0 });
  });

  test('is unknown if no face was found or the photo is not checked yet', () => {
    for (const findings of [seen(), null, undefined, {}]) assert.equal(photoFocus(findings), null);
  });
});
