import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import sharp from 'sharp';
import { drawPhoto, drawScans, drawTurned, isUpright } from '../../../../test/draw-photo.ts';
import { startTestApp } from '../../../../test/harness.ts';
import { adobeRgb, iccProfile, proPhotoRgb, toSrgb, withProfile } from '../../../../test/icc-profile.ts';
import { newPhoto, upload } from '../../../../test/upload.ts';

const app = await startTestApp(undefined);
const user = await app.createUser();

describe('a photo that can be used', () => {
  async function picture(photoUrl: string | undefined): Promise<Buffer> {
    const response = await fetch(app.url + photoUrl);
    assert.equal(response.status, 200);
    return Buffer.from(await response.arrayBuffer());
  }

  test('JPEG, PNG and WebP are taken by what they are, whatever they are called', async () => {
    const { status, body } = await upload(app, user.token, [
      { name: 'a.jpg', bytes: await drawPhoto().jpeg().toBuffer() },
      { name: 'b.png', bytes: await drawPhoto(800, 900).png().toBuffer(), type: 'image/png' },
      { name: 'c.webp', bytes: await drawPhoto(540, 960).webp().toBuffer(), type: 'image/webp' },
      { name: 'really-a-png.jpg', bytes: await drawPhoto(541, 541).png().toBuffer() },
    ]);
    assert.equal(status, 201, JSON.stringify(body));
    assert.deepEqual(
      body.content.map(({ originalName, width, height }) => [originalName, width, height]),
      [
        ['a.jpg', 900, 600],
        ['b.png', 800, 900],
        ['c.webp', 540, 960],
        ['really-a-png.jpg', 541, 541],
      ],
    );
    for (const { photoUrl } of body.content) {
      const response = await fetch(app.url + photoUrl);
      assert.equal(response.headers.get('content-type'), 'image/jpeg');
      assert.ok(await isUpright(Buffer.from(await response.arrayBuffer())));
    }
  });

  test('they are upright however the camera was held', async () => {
    const turned = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].map(async (at) => ({ name: `${at}.jpg`, bytes: await drawTurned(at) })),
    );
    const { status, body } = await upload(app, user.token, turned);
    assert.equal(status, 201, JSON.stringify(body));
    for (const { photoUrl, originalName, width, height } of body.content) {
      assert.deepEqual([width, height], [900, 600], originalName);
      assert.ok(await isUpright(await picture(photoUrl)), originalName);
    }
  });

  test('nothing but the picture is kept: no place, no camera, no thumbnail, nothing behind the end', async () => {
    const secret = 'the-secret-place';
    const gps = {
      GPSLatitudeRef: 'N',
      GPSLatitude: '47/1 29/1 33/1',
      GPSLongitudeRef: 'E',
      GPSLongitude: '19/1 2/1 24/1',
    };
    const jpeg = await drawPhoto()
      .jpeg()
      .withExif({ IFD0: { Make: secret, Copyright: secret }, IFD3: gps })
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><note>${secret}</note></x:xmpmeta>`)
      .withIccProfile('p3')
      .toBuffer();
    assert.ok((await sharp(jpeg).metadata()).exif);
    const { body } = await upload(app, user.token, [
      { name: 'a.jpg', bytes: Buffer.concat([jpeg, Buffer.from(secret)]) },
    ]);
    const stored = await picture(body.content[0]?.photoUrl);
    const { exif, xmp, iptc, icc, orientation } = await sharp(stored).metadata();
    assert.deepEqual(
      { exif, xmp, iptc, icc, orientation },
      { exif: undefined, xmp: undefined, iptc: undefined, icc: undefined, orientation: undefined },
    );
    assert.ok(!stored.includes(secret));
  });

  test('what is see-through becomes white, print and grey pictures get the colours of screens', async () => {
    const clear = {
      create: { width: 600, height: 600, channels: 4 as const, background: { r: 255, g: 0, b: 0, alpha: 0 } },
    };
    const { body } = await upload(app, user.token, [
      { name: 'clear.png', bytes: await sharp(clear).png().toBuffer() },
      { name: 'print.jpg', bytes: await drawPhoto().toColourspace('cmyk').jpeg().toBuffer() },
      { name: 'grey.jpg', bytes: await drawPhoto(700, 700).greyscale().toColourspace('b-w').jpeg().toBuffer() },
      { name: 'deep.png', bytes: await drawPhoto(701, 701).toColourspace('rgb16').png().toBuffer() },
    ]);
    const stored = await Promise.all(body.content.map(({ photoUrl }) => picture(photoUrl)));
    for (const photo of stored) {
      const { space, channels, depth } = await sharp(photo).metadata();
      assert.deepEqual([space, channels, depth], ['srgb', 3, 'uchar']);
    }
    const [clearPhoto, printPhoto] = stored;
    const { dominant } = await sharp(clearPhoto).stats();
    assert.ok(Math.min(dominant.r, dominant.g, dominant.b) > 240);
    assert.ok(printPhoto && (await isUpright(printPhoto, 80)));
  });

  test('large ones are reduced to 2400 pixels, but never below 540 on the shorter side', async () => {
    const { body } = await upload(app, user.token, [
      { name: 'large.jpg', bytes: await drawPhoto(4000, 3000).jpeg().toBuffer() },
      { name: 'panorama.jpg', bytes: await drawPhoto(8000, 600).jpeg().toBuffer() },
    ]);
    assert.deepEqual(
      body.content.map(({ width, height }) => [width, height]),
      [
        [2400, 1800],
        [7200, 540],
      ],
    );
  });

  test('one with as many scans as may be is taken', async () => {
    const { status, body } = await upload(app, user.token, [{ name: 'scans.jpg', bytes: await drawScans(100) }]);
    assert.equal(status, 201, JSON.stringify(body));
    assert.ok(await isUpright(await picture(body.content[0]?.photoUrl)));
  });

  for (const profile of [undefined, 'srgb', 'p3'])
    for (const space of ['rgb16', 'srgb', 'grey16'] as const)
      test(`a PNG in ${space} with ${profile ?? 'no'} profile keeps its colours`, async () => {
        const red = { r: 200, g: 60, b: 40 };
        const plain = sharp({ create: { width: 600, height: 600, channels: 3, background: red } });
        const drawn = profile && space !== 'grey16' ? plain.withIccProfile(profile) : plain;
        const bytes = await drawn.toColourspace(space).png().toBuffer();
        const { body } = await upload(app, user.token, [{ name: 'red.png', bytes }]);
        const stored = await sharp(await picture(body.content[0]?.photoUrl)).stats();
        const grey = 110;
        const expected = space === 'grey16' ? [grey, grey, grey] : [red.r, red.g, red.b];
        stored.channels.forEach(({ mean }, at) =>
          assert.ok(Math.abs(mean - (expected[at] ?? 0)) < 3, `${at}: ${mean}`),
        );
      });

  for (const [name, space] of Object.entries({ adobeRgb, proPhotoRgb }))
    for (const depth of ['srgb', 'rgb16'] as const)
      test(`a PNG in ${depth} with the profile of ${name} is stored in the colours that the profile means`, async () => {
        const { token } = await app.createUser();
        for (const colour of [
          [200, 60, 40],
          [150, 140, 170],
          [90, 110, 80],
          [255, 255, 255],
        ] as const) {
          const [r, g, b] = colour;
          const plain = sharp({ create: { width: 600, height: 600, channels: 3, background: { r, g, b } } });
          const bytes = withProfile(await plain.toColourspace(depth).png().toBuffer(), iccProfile(space));
          const { hasProfile, depth: bits } = await sharp(bytes).metadata();
          assert.deepEqual([hasProfile, bits], [true, depth === 'srgb' ? 'uchar' : 'ushort']);
          const { body } = await upload(app, token, [{ name: 'colour.png', bytes }]);
          const { channels } = await sharp(await picture(body.content[0]?.photoUrl)).stats();
          const stored = channels.map(({ mean }) => mean);
          const expected = toSrgb(space, colour);
          assert.ok(
            expected.every((value, at) => Math.abs(value - (stored[at] ?? 0)) < 3),
            `${colour.join()} is stored as ${stored.join()}, not as ${expected.map(Math.round).join()}`,
          );
        }
      });

  test('names keep their script and lose folders and control characters', async () => {
    const { body } = await upload(app, user.token, [await newPhoto('../../Ünnep\u202E 🎂.jpg'), await newPhoto('')]);
    assert.deepEqual(
      body.content.map(({ originalName }) => originalName),
      ['Ünnep 🎂.jpg', 'photo'],
    );
  });
});
