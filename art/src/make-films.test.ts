import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import sharp from 'sharp';

const folder = join(import.meta.dirname, '../../web/public/gallery');
const names = ['dog', 'laugh', 'smile', 'turn', 'wave', 'wink'];
/** Maximum kilobytes of a still, which is loaded with the page, and of a film. */
const most = { still: 60, film: 250 };

const bytesOf = async (file: string) => (await stat(join(folder, file))).size;

describe('the gallery of the landing page', () => {
  test('has each still in three formats, and its film', () => {
    const expected = names.flatMap((name) => ['avif', 'jpg', 'mp4', 'webp'].map((type) => `${name}.${type}`));
    assert.deepEqual(globSync('*', { cwd: folder }).toSorted(), expected);
  });

  for (const name of names) {
    test(`${name}: every format is what it says, of the same size, within what a page may weigh`, async () => {
      for (const [type, format] of [
        ['avif', 'heif'],
        ['webp', 'webp'],
        ['jpg', 'jpeg'],
      ] as const) {
        const { format: found, width, height } = await sharp(join(folder, `${name}.${type}`)).metadata();
        assert.deepEqual([found, width, height], [format, 480, 576], type);
        assert.ok((await bytesOf(`${name}.${type}`)) <= most.still * 1000, type);
      }
      assert.ok((await bytesOf(`${name}.mp4`)) <= most.film * 1000);
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
