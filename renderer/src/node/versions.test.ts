import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { drawVersions, likeness } from '../../test/likeness.ts';
import { cutPortrait } from '../../test/photos.ts';

let folder: string;
let photoPath: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'versions-'));
  photoPath = join(folder, 'portrait.png');
  await (await cutPortrait()).resize(720, 720).png().toFile(photoPath);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** As an order gives them to its versions: in a row, from anywhere. */
const SEEDS = [4242, 4243, 4244, 4245];
const FRAMES = 10;

for (const effect of ['smile', 'laugh', 'wink', 'turn'] as const) {
  const tags = effect === 'smile' ? [] : ['full'];
  test(`four versions of one ${effect} differ visibly in the face, each from each`, { tags }, async () => {
    const request = { effect, photoPath, duration: 5, resolution: '540p', aspect: 'default', loop: false } as const;
    const { films, face, width } = await drawVersions({ ...request, visibleMark: false }, SEEDS, FRAMES);
    films.forEach((one, number) => {
      for (const [after, other] of films.slice(number + 1).entries()) {
        const sum = one.reduce((total, frame, at) => total + likeness(frame, other[at]!, width, face), 0);
        const versions = `versions ${number + 1} and ${number + after + 2}`;
        assert.ok(sum / FRAMES <= 0.95, `${versions}: SSIM ${(sum / FRAMES).toFixed(3)}`);
      }
    });
  });
}

test('a picture is like itself, and less like one that is moved', () => {
  const picture = Uint8Array.from({ length: 64 * 64 }, (_, i) => ((i * i) >> 3) & 255);
  const moved = picture.map((_, i) => picture[(i + 3) % picture.length]!);
  const area = { left: 0, top: 0, width: 64, height: 64 };
  assert.equal(likeness(picture, picture, 64, area), 1);
  assert.ok(likeness(picture, moved, 64, area) < 0.9);
});
