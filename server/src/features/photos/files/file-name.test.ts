import assert from 'node:assert/strict';
import { test } from 'vitest';
import { displayName } from './file-name.ts';

test('a photo keeps the name its owner gave it, in any script', () => {
  assert.equal(displayName('Nagymama 80. születésnapja 🎂.jpg'), 'Nagymama 80. születésnapja 🎂.jpg');
  assert.equal(displayName('おばあちゃん.webp'), 'おばあちゃん.webp');
});

test('the same name is the same name, however its accents are written', () => {
  assert.equal(displayName('e\u0301te\u0301.png'), '\u00E9t\u00E9.png');
});

test('what browsers escape in the head of a part is read as it was', () => {
  assert.equal(displayName('%22Grandma%22 100%25.jpg'), '"Grandma" 100%25.jpg');
  assert.equal(displayName('two%0D%0Alines%0A.jpg'), 'twolines.jpg');
  assert.equal(displayName('%2e%2E%2f%0a.jpg'), '%2e%2E%2f%0a.jpg');
});

test('folders, control and direction characters are removed', () => {
  assert.equal(displayName('../../etc/passwd'), 'passwd');
  assert.equal(displayName('C:\\Users\\me\\cat.jpg'), 'cat.jpg');
  assert.equal(displayName('cat\r\nSet-Cookie: x.jpg\0'), 'catSet-Cookie: x.jpg');
  assert.equal(displayName('photo\u202Egpj.exe'), 'photogpj.exe');
});

test('a name is cut to 255 characters, never through one', () => {
  assert.equal(displayName('a'.repeat(300)).length, 255);
  assert.equal(displayName('👵'.repeat(300)), '👵'.repeat(255));
});

test('a photo without a usable name is called photo', () => {
  for (const name of [undefined, '', '   ', '.', '../..', 'folder/', '\u200F'])
    assert.equal(displayName(name), 'photo');
});
