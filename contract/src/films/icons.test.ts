import assert from 'node:assert/strict';
import { test } from 'vitest';
import { completeIcon, iconName, typedIcon } from './icons.ts';

test('completes a picture’s missing folder and extension; a class name stays', () => {
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

test('refuses input that is no icon even when completed', () => {
  for (const typed of ['fa-hand', 'wave', 'wave.svg', '/card-icons/wave', '/card-icons/wave.svg'])
    assert.ok(typedIcon.test(typed) && iconName.test(completeIcon(typed)), typed);
  for (const typed of [
    '',
    'fa-hand.svg',
    'fa-',
    '/card-icons/fa-hand',
    '/elsewhere/wave',
    '../wave',
    'wave.svg.svg',
    'a b',
  ])
    assert.ok(!typedIcon.test(typed), typed);
});
