import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { chooseFraming, filmSize } from './framing.ts';

describe("the film's size", () => {
  test('follows the photo by default, with the resolution as its short side', () => {
    assert.deepEqual(filmSize({ width: 4000, height: 3000 }, '720p', 'default'), { width: 960, height: 720 });
    assert.deepEqual(filmSize({ width: 3000, height: 4000 }, '1080p', 'default'), { width: 1080, height: 1440 });
    assert.deepEqual(filmSize({ width: 500, height: 500 }, '540p', 'default'), { width: 540, height: 540 });
  });

  test('follows the requested aspect ratio', () => {
    assert.deepEqual(filmSize({ width: 3000, height: 4000 }, '720p', '16:9'), { width: 1280, height: 720 });
    assert.deepEqual(filmSize({ width: 4000, height: 3000 }, '720p', '9:21'), { width: 720, height: 1680 });
  });

  test('limits the shape of a panorama to what players support', () => {
    assert.deepEqual(filmSize({ width: 10000, height: 1000 }, '1080p', 'default'), { width: 2520, height: 252 });
  });
});

describe('framing', () => {
  const photo = { width: 3000, height: 4000 };

  test('takes the whole photo if the shapes match', () => {
    const framing = chooseFraming(photo, filmSize(photo, '540p', 'default'), undefined);
    assert.deepEqual(framing, { kind: 'crop', window: { left: 0, top: 0, right: 1, bottom: 1 } });
  });

  test('crops around the subject and keeps its head', () => {
    const framing = chooseFraming(photo, { width: 720, height: 720 }, { left: 0.3, right: 0.7, top: 0.1, bottom: 0.5 });
    assert.ok(framing.kind === 'crop');
    assert.ok(framing.window.top <= 0.1 && framing.window.bottom >= 0.5);
    assert.ok(Math.abs(framing.window.bottom - framing.window.top - 0.75) < 1e-9);
  });

  test('shows the whole photo on a backdrop instead of cutting people off', () => {
    const wide = { width: 1280, height: 720 };
    assert.deepEqual(chooseFraming(photo, wide, { left: 0.1, right: 0.9, top: 0.05, bottom: 1 }), { kind: 'whole' });
    const group = { left: 0.02, right: 0.98, top: 0.3, bottom: 0.9 };
    assert.deepEqual(chooseFraming({ width: 4000, height: 3000 }, { width: 720, height: 1280 }, group), {
      kind: 'whole',
    });
  });
});
