import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { cropPosition } from './crop-position.ts';

const portrait = { width: 900, height: 1200 };
const landscape = { width: 1600, height: 900 };

/** The part of the photo's height, or width, that a square frame shows: from, to. */
function shownPart(photo: typeof portrait, focus: { x: number; y: number } | null): [number, number] {
  const [x = 0, y = 0] = cropPosition({ ...photo, focus }, 1)
    .split(' ')
    .map((percent) => Number.parseFloat(percent) / 100);
  const ratio = photo.width / photo.height;
  const shown = Math.min(ratio, 1 / ratio);
  const start = (ratio < 1 ? y : x) * (1 - shown);
  return [start, start + shown].map((part) => Math.round(part * 100) / 100) as [number, number];
}

describe('a photo that is cropped to a frame', () => {
  test('has its heads in the middle', () => {
    assert.deepEqual(shownPart(portrait, { x: 0.5, y: 0.45 }), [0.08, 0.83]);
    assert.deepEqual(shownPart(landscape, { x: 0.6, y: 0.5 }), [0.32, 0.88]);
  });

  test('shows its edge if they are near it', () => {
    assert.deepEqual(shownPart(portrait, { x: 0.5, y: 0.1 }), [0, 0.75]);
    assert.deepEqual(shownPart(landscape, { x: 0.95, y: 0.5 }), [0.44, 1]);
  });

  test('shows its upper part if the heads are unknown', () => {
    assert.deepEqual(shownPart(portrait, null), [0, 0.75]);
    assert.deepEqual(shownPart({ width: 600, height: 1800 }, null), [0.17, 0.5]);
  });

  test('that has the shape of the frame is not moved', () => {
    assert.equal(cropPosition({ width: 800, height: 800, focus: { x: 0.1, y: 0.9 } }, 1), '50% 50%');
  });
});
