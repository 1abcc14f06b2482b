import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import sharp from 'sharp';

const folder = join(import.meta.dirname, '../../web/public/gallery');
/** Width and height of each still, and its film's maximum kilobytes. */
const pictures = {
  dog: { size: [480, 576], film: 250 },
  hero: { size: [1600, 900], film: 600 },
  'hero-narrow': { size: [960, 1120], film: 350 },
  kiss: { size: [480, 576], film: 250 },
  laugh: { size: [480, 576], film: 250 },
  smile: { size: [480, 576], film: 250 },
  turn: { size: [480, 576], film: 250 },
  wink: { size: [480, 576], film: 250 },
};
/** Maximum kilobytes of a still, which is loaded with the page. */
const maxOfStill = 60;

const bytesOf = async (file: string) => (await stat(join(folder, file))).size;

describe('the gallery of the landing page', () => {
  test('has each still in three formats, and its film', () => {
    const expected = Object.keys(pictures).flatMap((name) =>
      ['avif', 'jpg', 'mp4', 'webp'].map((type) => `${name}.${type}`),
    );
    assert.deepEqual(globSync('*', { cwd: folder }).toSorted(), expected.toSorted());
  });

  for (const [name, { size, film }] of Object.entries(pictures)) {
    test(`${name}: every format is what it says, of the same size, within what a page may weigh`, async () => {
      for (const [type, format] of [
        ['avif', 'heif'],
        ['webp', 'webp'],
        ['jpg', 'jpeg'],
      ] as const) {
        const { format: found, width, height } = await sharp(join(folder, `${name}.${type}`)).metadata();
        assert.deepEqual([found, width, height], [format, ...size], type);
        assert.ok((await bytesOf(`${name}.${type}`)) <= maxOfStill * 1000, type);
      }
      assert.ok((await bytesOf(`${name}.mp4`)) <= film * 1000);
    });

    test(`${name}: the newer formats are smaller, and show the same picture`, async () => {
      const jpeg = await bytesOf(`${name}.jpg`);
      const [avif, webp] = [await bytesOf(`${name}.avif`), await bytesOf(`${name}.webp`)];
      assert.ok(avif < 0.75 * jpeg && webp < jpeg, `${jpeg} bytes as JPEG, ${webp} as WebP, ${avif} as AVIF`);
      for (const type of ['avif', 'webp']) {
        const away = await difference(`${name}.${type}`, `${name}.jpg`);
        assert.ok(away < 4, `${type}: ${away} of 255 away from the JPEG`);
      }
    });
  }
});

/** Mean absolute difference of two pictures, 0 to 255. */
async function difference(one: string, other: string): Promise<number> {
  const [a, b] = await Promise.all(
    [one, other].map(async (file) =>
      sharp(await readFile(join(folder, file)))
        .removeAlpha()
        .raw()
        .toBuffer(),
    ),
  );
  assert.ok(a && b && a.length === b.length);
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += Math.abs((a[at] ?? 0) - (b[at] ?? 0));
  return sum / a.length;
}
