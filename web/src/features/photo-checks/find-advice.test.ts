import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findAdvice } from './find-advice.ts';

const check = {
  contentId: 'c',
  faces: 1,
  movableFaces: 1,
  isBlurred: false,
  isDark: false,
  instead: { wave: 'no_hand' as const },
};
const smile = { promptId: 'smile', name: 'Smile' };
const wave = { promptId: 'wave', name: 'Wave' };

test('a good photo for the effect gets no advice', () => {
  assert.deepEqual(findAdvice(check, { effects: [smile], isOnePerson: true }), []);
});

test('an effect that the photo cannot show is named with its reason, others are not', () => {
  assert.deepEqual(findAdvice(check, { effects: [smile, wave], isOnePerson: true }), [
    { code: 'instead', lack: 'no_hand', effect: 'Wave' },
  ]);
});

test('faces that will keep still are counted, but not where none would move anyway', () => {
  const group = { ...check, faces: 5, movableFaces: 3 };
  assert.deepEqual(findAdvice(group, { effects: [smile], isOnePerson: false }), [{ code: 'some_still', count: 2 }]);
  assert.deepEqual(findAdvice({ ...group, movableFaces: 0 }, { effects: [smile], isOnePerson: false }), []);
});

test('several faces in a photo of one person are told, and blur and darkness', () => {
  const poor = { ...check, faces: 2, movableFaces: 2, isBlurred: true, isDark: true };
  const codes = findAdvice(poor, { effects: [], isOnePerson: true }).map(({ code }) => code);
  assert.deepEqual(codes, ['all_move', 'blurred', 'dark']);
});
