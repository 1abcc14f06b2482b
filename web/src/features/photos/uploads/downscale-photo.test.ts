import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { downscaledSize, downscaleSteps } from './downscale-photo.ts';

describe('size of a reduced photo', () => {
  const cases: [string, { width: number; height: number }, { width: number; height: number }][] = [
    ['a landscape photo ends at 1200 on its longer side', { width: 4000, height: 3000 }, { width: 1200, height: 900 }],
    ['a portrait photo ends at 1200 on its longer side', { width: 3000, height: 4000 }, { width: 900, height: 1200 }],
    ['a small photo keeps its size', { width: 800, height: 600 }, { width: 800, height: 600 }],
    ['a panorama keeps 540 on its smaller side', { width: 6000, height: 1500 }, { width: 2160, height: 540 }],
    ['a photo that had less than 540 is still reduced', { width: 4000, height: 400 }, { width: 1200, height: 120 }],
    ['a photo of exactly 540 is not reduced', { width: 4000, height: 540 }, { width: 4000, height: 540 }],
    ['a sliver keeps at least one pixel', { width: 20000, height: 3 }, { width: 1200, height: 1 }],
  ];
  for (const [promise, from, to] of cases) {
    test(promise, () => assert.deepEqual(downscaledSize(from), to));
  }
});

describe('steps of the reduction', () => {
  test('halves until the target is near', () => {
    assert.deepEqual(downscaleSteps({ width: 4000, height: 3000 }, { width: 1200, height: 900 }), [
      { width: 2000, height: 1500 },
      { width: 1200, height: 900 },
    ]);
  });
  test('draws once if the size stays', () => {
    assert.deepEqual(downscaleSteps({ width: 900, height: 900 }, { width: 900, height: 900 }), [
      { width: 900, height: 900 },
    ]);
  });
});
