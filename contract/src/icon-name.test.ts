import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeIcon } from './icon-name.ts';

test('a picture gets its folder and its ending where they are missing; a class name stays', () => {
  for (const [typed, icon] of [
    ['fa-hand', 'fa-hand'],
    [' wave ', '/card-icons/wave.svg'],
    ['wave.svg', '/card-icons/wave.svg'],
    ['/card-icons/wave', '/card-icons/wave.svg'],
    ['/card-icons/wave.svg', '/card-icons/wave.svg'],
    ['', ''],
  ] as const)
    assert.equal(completeIcon(typed), icon);
});
