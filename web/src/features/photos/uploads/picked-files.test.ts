import assert from 'node:assert/strict';
import { test } from 'vitest';
import { sortPicked } from './picked-files.ts';

const heads = {
  jpeg: '\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01',
  png: '\x89PNG\r\n\x1a\n\x00\x00\x00\x0d',
  webp: 'RIFF\x24\x00\x00\x00WEBPVP8 ',
  heic: '\x00\x00\x00\x18ftypheic\x00',
  gif: 'GIF89a\x01\x00\x01\x00',
  none: '',
};

function file(name: string, type: string, head: keyof typeof heads): File {
  return new File([Uint8Array.from(heads[head], (letter) => letter.charCodeAt(0))], name, { type });
}

test('JPEG, PNG and WebP are taken, anything else is named', async () => {
  const picked = await sortPicked([
    file('a.jpg', 'image/jpeg', 'jpeg'),
    file('b.png', 'image/png', 'png'),
    file('c.webp', 'image/webp', 'webp'),
    file('d.gif', 'image/gif', 'gif'),
    file('no photo.jpg', 'image/jpeg', 'gif'),
  ]);
  assert.deepEqual(
    picked.valid.map((valid) => valid.name),
    ['a.jpg', 'b.png', 'c.webp'],
  );
  assert.deepEqual(picked.invalidNames, ['d.gif', 'no photo.jpg']);
  assert.equal(picked.hasHeic, false);
});

for (const [name, type] of [
  ['photo.jpg', 'image/jpg'],
  ['photo.jpg', 'image/pjpeg'],
  ['photo', 'application/octet-stream'],
  ['photo.jfif', ''],
  ['photo.jpe', ''],
  ['photo.heic', 'image/heic'],
  ['SCAN.JPEG', ''],
] as const)
  test(`a JPEG is taken, called ${name} of type "${type}"`, async () => {
    const { valid, invalidNames } = await sortPicked([file(name, type, 'jpeg')]);
    assert.deepEqual([valid.length, invalidNames], [1, []]);
  });

test('HEIC is recognised by content, by type and by name', async () => {
  for (const each of [
    file('x.jpg', 'image/jpeg', 'heic'),
    file('x', 'image/heic', 'gif'),
    file('IMG_1.HEIC', '', 'gif'),
  ])
    assert.equal((await sortPicked([each])).hasHeic, true);
});

test('an empty or deleted file is accepted by its name, and fails with a reason when it is sent', async () => {
  const gone = Object.assign(file('gone.jpg', 'image/jpeg', 'jpeg'), {
    slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotFoundError')) }),
  });
  const folder = Object.assign(file('Photos', '', 'none'), { slice: gone.slice });
  const picked = await sortPicked([file('empty.jpg', 'image/jpeg', 'none'), gone, folder]);
  assert.deepEqual(
    picked.valid.map(({ name }) => name),
    ['empty.jpg', 'gone.jpg'],
  );
  assert.deepEqual(picked.invalidNames, ['Photos']);
});
