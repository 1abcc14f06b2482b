import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { test } from 'vitest';
import { decodePhoto, readPhoto } from './read-photo.ts';

for (const profile of [undefined, 'srgb', 'p3'])
  for (const space of ['srgb', 'rgb16'] as const)
    test(`a PNG in ${space} with ${profile ?? 'no'} profile keeps its colours`, async (t) => {
      const folder = await mkdtemp(join(tmpdir(), 'colours-'));
      t.onTestFinished(() => rm(folder, { recursive: true }));
      const path = join(folder, 'red.png');
      const red = { r: 200, g: 60, b: 40 };
      const plain = sharp({ create: { width: 80, height: 80, channels: 3, background: red } });
      await (profile ? plain.withIccProfile(profile) : plain).toColourspace(space).png().toFile(path);
      const { data } = await decodePhoto(await readPhoto(path), 70, 70);
      [200, 60, 40].forEach((value, at) => assert.ok(Math.abs(value - (data[at] ?? 0)) < 3, `${at}: ${data[at]}`));
    });

test('keeps no decoder once a photo is decoded', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'decoder-'));
  t.onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'progressive.jpg');
  const picture = sharp({ create: { width: 80, height: 80, channels: 3, background: '#777' } });
  await picture.jpeg({ progressive: true }).toFile(path);
  await decodePhoto(await readPhoto(path), 70, 70);
  assert.deepEqual(sharp.cache().items, { current: 0, max: 0 });
});
