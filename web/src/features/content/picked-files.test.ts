import assert from 'node:assert/strict';
import { test } from 'vitest';
import { sortPicked } from './picked-files.ts';

const file = (name: string, type: string) => new File(['x'], name, { type });

test('JPEG, PNG and WebP are taken, anything else is named', () => {
  const picked = sortPicked([
    file('a.jpg', 'image/jpeg'),
    file('b.png', 'image/png'),
    file('c.webp', 'image/webp'),
    file('d.gif', 'image/gif'),
    file('letter.pdf', 'application/pdf'),
  ]);
  assert.deepEqual(
    picked.valid.map((valid) => valid.name),
    ['a.jpg', 'b.png', 'c.webp'],
  );
  assert.deepEqual(picked.invalidNames, ['d.gif', 'letter.pdf']);
  assert.equal(picked.hasHeic, false);
});

test('a file without a type is judged by its name', () => {
  const picked = sortPicked([file('SCAN.JPEG', ''), file('notes', '')]);
  assert.equal(picked.valid.length, 1);
  assert.deepEqual(picked.invalidNames, ['notes']);
});

test('HEIC is recognised by type and by name', () => {
  assert.equal(sortPicked([file('x', 'image/heic')]).hasHeic, true);
  assert.equal(sortPicked([file('IMG_1.HEIC', '')]).hasHeic, true);
});
