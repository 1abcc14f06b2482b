import assert from 'node:assert/strict';
import { test } from 'vitest';
import { findAdvice } from './photo-advice.tsx';

const check = {
  contentId: 'c',
  faces: 1,
  movableFaces: 1,
  smallFaces: 0,
  isLowResolution: false,
  isBlurred: false,
  isDark: false,
  instead: { wave: 'no_hand' as const },
};
const smile = { promptId: 'smile', name: 'Smile' };
const wave = { promptId: 'wave', name: 'Wave' };

test('a good photo for the effect gets no advice', () => {
  assert.deepEqual(findAdvice(check, { effects: [smile], isForOne: true }), []);
});

test('an effect that the photo cannot show is named with its reason, others are not', () => {
  assert.deepEqual(findAdvice(check, { effects: [smile, wave], isForOne: true }), [
    { code: 'instead', lack: 'no_hand', effect: 'Wave' },
  ]);
});

test('faces that will keep still are counted, but not where none would move anyway', () => {
  const group = { ...check, faces: 5, movableFaces: 3 };
  assert.deepEqual(findAdvice(group, { effects: [smile], isForOne: false }), [{ code: 'some_still', count: 2 }]);
  assert.deepEqual(findAdvice({ ...group, movableFaces: 0 }, { effects: [smile], isForOne: false }), []);
});

test('several faces where one person is meant are told, but not those that keep still anyway', () => {
  const codes = (movableFaces: number) =>
    findAdvice({ ...check, faces: 2, movableFaces }, { effects: [], isForOne: true }).map(({ code }) => code);
  assert.deepEqual(codes(2), ['all_move']);
  assert.deepEqual(codes(1), ['some_still']);
});

test('faces that are small in the photo are counted', () => {
  const group = { ...check, faces: 5, movableFaces: 5, smallFaces: 2 };
  assert.deepEqual(findAdvice(group, { effects: [smile], isForOne: false }), [{ code: 'small_faces', count: 2 }]);
});

test('few pixels, blur and darkness are told', () => {
  const poor = { ...check, isLowResolution: true, isBlurred: true, isDark: true };
  const codes = findAdvice(poor, { effects: [], isForOne: true }).map(({ code }) => code);
  assert.deepEqual(codes, ['low_resolution', 'blurred', 'dark']);
});
