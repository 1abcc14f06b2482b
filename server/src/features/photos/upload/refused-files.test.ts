import assert from 'node:assert/strict';
import { describe, test, vi } from 'vitest';
import sharp from 'sharp';
import { drawAnimation, drawBomb, drawNoise, drawPhoto, drawScans } from '../../../../test/draw-photo.ts';
import { startTestApp } from '../../../../test/harness.ts';
import { newPhoto, noTraces, traces, upload } from '../../../../test/upload.ts';
import { sql } from 'kysely';
import { allRows } from '../../../../test/statements.ts';
import { DecodingTimedOut } from '../../../providers/photo/decoder-process.ts';
import { photoDecoder } from '../../../providers/photo/photo-decoder.ts';

const app = await startTestApp(undefined);
const user = await app.createUser();

describe('a file that cannot be used', () => {
  const cases: [title: string, code: string, words: RegExp, make: () => Promise<Uint8Array>][] = [
    [
      'a shorter side of 539',
      'too_small',
      /shorter side is 539 pixels; at least 540/,
      () => drawPhoto(900, 539).jpeg().toBuffer(),
    ],
    [
      'a file that is cut off',
      'unreadable',
      /damaged/,
      async () => (await drawPhoto().jpeg().toBuffer()).subarray(0, -400),
    ],
    [
      'a damaged JPEG',
      'unreadable',
      /damaged/,
      async () => damage(await (await drawNoise(900, 600)).jpeg().toBuffer()),
    ],
    ['a damaged PNG', 'unreadable', /damaged/, async () => damage(await (await drawNoise(900, 600)).png().toBuffer())],
    [
      'a damaged WebP',
      'unreadable',
      /damaged/,
      async () => damage(await (await drawNoise(900, 600)).webp().toBuffer()),
    ],
    [
      'a header alone',
      'unreadable',
      /damaged/,
      async () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]),
    ],
    ['nothing', 'empty', /empty/, async () => Buffer.alloc(0)],
    ['a GIF', 'unsupported_type', /JPEG, PNG and WebP/, () => drawPhoto().gif().toBuffer()],
    ['a TIFF', 'unsupported_type', /JPEG, PNG and WebP/, () => drawPhoto().tiff().toBuffer()],
    [
      'an SVG',
      'unsupported_type',
      /JPEG, PNG and WebP/,
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>'),
    ],
    [
      'a web page',
      'unsupported_type',
      /JPEG, PNG and WebP/,
      async () => Buffer.from('<!doctype html><script>alert(1)</script>'),
    ],
    ['a picture that moves', 'animated', /moving/, drawAnimation],
    ['a bomb', 'too_many_pixels', /60000 x 60000 pixels; at most 50 megapixels/, () => drawBomb(60_000, 60_000)],
    ['101 scans', 'too_complex', /has 101 scans; at most 100/, () => drawScans(101)],
    ['51 megapixels', 'too_many_pixels', /8500 x 6000 pixels/, () => blank(8500, 6000)],
    [
      'more than 5 MB',
      'too_large',
      /at most 5 MB/,
      async () => Buffer.concat([await drawPhoto().jpeg().toBuffer(), Buffer.alloc(5 * 1024 * 1024)]),
    ],
  ];
  for (const [title, code, words, make] of cases) {
    test(`${title}: named with the reason, and the others are kept`, async () => {
      const good = await newPhoto('good.jpg');
      const { status, body } = await upload(app, user.token, [{ name: 'cat.jpg', bytes: await make() }, good]);
      assert.equal(status, 422, JSON.stringify(body));
      assert.equal(body.code, 'files_rejected');
      assert.deepEqual(
        body.rejected.map(({ filename, code }) => [filename, code]),
        [['cat.jpg', code]],
      );
      assert.match(body.rejected[0]?.error ?? '', /^cat\.jpg: /);
      assert.match(body.rejected[0]?.error ?? '', words);
      assert.deepEqual(body.fields, { 'cat.jpg': body.rejected[0]?.error });
      assert.deepEqual(
        body.content.map(({ originalName }) => originalName),
        ['good.jpg'],
      );
    });
  }

  test('a photo that takes too long to be decoded: named with the reason, and the others are kept', async () => {
    const run = photoDecoder.run.bind(photoDecoder);
    vi.spyOn(photoDecoder, 'run').mockImplementationOnce(run).mockRejectedValueOnce(new DecodingTimedOut('Too slow.'));
    const { status, body } = await upload(app, user.token, [await newPhoto('slow.jpg'), await newPhoto('good.jpg')]);
    assert.equal(status, 422);
    assert.deepEqual(
      body.rejected.map(({ filename, code }) => [filename, code]),
      [['slow.jpg', 'too_complex']],
    );
    assert.match(body.fields['slow.jpg'] ?? '', /^slow\.jpg: reading the photo takes too long/);
    assert.equal(body.content.length, 1);
  });

  test('alone creates no set, and nothing is stored', async (t) => {
    const emptyApp = await startTestApp(t);
    const { token } = await emptyApp.createUser();
    const { status, body } = await upload(emptyApp, token, [{ name: 'a.jpg', bytes: Buffer.from('no') }]);
    assert.equal(status, 422);
    assert.equal(body.bucketId, null);
    assert.match(body.error, /^No file could be used\. a\.jpg: /);
    assert.deepEqual(await traces(emptyApp), noTraces);
    assert.deepEqual(await allRows(emptyApp.db, sql`select id from buckets`), []);
  });
});

/** Without a piece out of its middle. */
function damage(bytes: Buffer): Buffer {
  const middle = bytes.length >> 1;
  return Buffer.concat([bytes.subarray(0, middle), bytes.subarray(middle + 1000)]);
}

/** A photo of one colour, which is drawn in a moment however large it is. */
function blank(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#777' } })
    .jpeg()
    .toBuffer();
}
