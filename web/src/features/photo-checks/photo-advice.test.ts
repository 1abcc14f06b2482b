import type { PhotoCheck } from '@keepsake/contract/photos/photo-checks';
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { findAdvice } from './photo-advice.tsx';

const check: PhotoCheck = {
  contentId: 'c',
  faces: 1,
  movableFaces: 1,
  smallFaces: 0,
  isLowResolution: false,
  isBlurred: false,
  isDark: false,
  instead: { wave: 'no_hand' },
  partly: {},
  faceless: ['tilt'],
};
const group = { ...check, faces: 5, movableFaces: 5 };

test('a good photo for the effect gets no advice', () => {
  assert.deepEqual(findAdvice(check, { effects: ['smile'], isForOne: true }), []);
});

test('a replacement is announced at its effect, and only there', () => {
  assert.deepEqual(findAdvice(check, { effects: ['smile', 'wave'], isForOne: true }), []);
});

test('still faces are counted, except if none would move anyway', () => {
  const some = { ...group, movableFaces: 3 };
  assert.deepEqual(findAdvice(some, { effects: ['smile'], isForOne: false }), [{ code: 'some_still', count: 2 }]);
  assert.deepEqual(findAdvice({ ...group, movableFaces: 0 }, { effects: ['smile'], isForOne: false }), []);
});

test('faces that are small in the photo are counted', () => {
  const far = { ...group, smallFaces: 2 };
  assert.deepEqual(findAdvice(far, { effects: ['smile'], isForOne: false }), [{ code: 'small_faces', count: 2 }]);
});

test('few pixels, blur and darkness are mentioned', () => {
  const poor = { ...check, isLowResolution: true, isBlurred: true, isDark: true };
  const codes = findAdvice(poor, { effects: [], isForOne: true }).map(({ code }) => code);
  assert.deepEqual(codes, ['low_resolution', 'blurred', 'dark']);
});

describe('advice does not contradict itself', () => {
  const codes = (photo: PhotoCheck, effects: string[], isForOne = true) =>
    findAdvice(photo, { effects, isForOne }).map(({ code }) => code);

  test('if one person is meant, all faces are said to move only if none keeps still', () => {
    assert.deepEqual(codes({ ...group, movableFaces: 5 }, []), ['all_move']);
    assert.deepEqual(findAdvice({ ...group, movableFaces: 3 }, { effects: ['smile'], isForOne: true }), [
      { code: 'some_still', count: 2 },
      { code: 'several_move', count: 3 },
    ]);
    assert.deepEqual(codes({ ...group, faces: 2, movableFaces: 1 }, ['smile']), ['some_still']);
  });

  test('no face is said to move if only the picture will', () => {
    const asleep: PhotoCheck = { ...group, smallFaces: 2, instead: { turn: 'faces_from_side', wink: 'eyes_closed' } };
    assert.deepEqual(codes(asleep, ['turn']), []);
    assert.deepEqual(codes(asleep, ['wink']), ['all_move', 'small_faces'], 'they smile instead');
    assert.deepEqual(codes(asleep, ['turn', 'smile']), ['all_move', 'small_faces']);
  });

  test('faces found in an animal do not count if an animal moves', () => {
    assert.deepEqual(codes({ ...group, smallFaces: 1 }, ['tilt']), []);
    assert.deepEqual(codes({ ...group, isDark: true }, ['tilt']), ['dark']);
  });
});
