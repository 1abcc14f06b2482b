import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import sharp from 'sharp';
import { groupHeads } from '../../../test/group-heads.ts';
import { drawLandscape, GROUP_PHOTO } from '../../../test/photos.ts';
import { rawRgb } from '../../node/photo/read-photo.ts';
import type { Model } from '../model.ts';
import type { Rgb } from '../picture/sample-crop.ts';
import { findFaces } from './find-faces.ts';
import type { MeshFit } from './fit-mesh.ts';
import { measureHead } from './head.ts';
import { CHIN, FOREHEAD, LEFT_CORNER, LEFT_EYE_RIMS, NOSE_TIP, RIGHT_CORNER, RIGHT_EYE_RIMS } from './landmarks.ts';
import { loadFaceModels } from '../../node/load-models.ts';

/** Where the noses of the five people on the staircase are, as shares of the photo's sides. */
const NOSES = [
  [0.242, 0.7],
  [0.378, 0.4],
  [0.458, 0.15],
  [0.613, 0.24],
  [0.767, 0.405],
] as const;

const models = await loadFaceModels();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'faces-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('finding faces', () => {
  test('finds every face of a group once, each where it is', async () => {
    const { rgb: picture, fits: faces } = await groupHeads();
    assert.equal(faces.length, NOSES.length);
    for (const [x, y] of NOSES) {
      const near = faces.filter(({ points }) => {
        const nose = [points[NOSE_TIP * 3]! / picture.width, points[NOSE_TIP * 3 + 1]! / picture.height] as const;
        return Math.hypot(nose[0] - x, nose[1] - y) < 0.05;
      });
      assert.equal(near.length, 1, `one nose at ${x}, ${y}`);
    }
  });

  test('finds the faces of a crowd, small as they are', { tags: ['full'] }, async () => {
    const small = await sharp(GROUP_PHOTO).resize(700).png().toBuffer();
    const crowd = join(folder, 'crowd.png');
    const copies = [0, 1, 2, 3].map((i) => ({ input: small, left: (i & 1) * 700, top: (i >> 1) * 510 }));
    await sharp({ create: { width: 1400, height: 1020, channels: 3, background: '#444' } })
      .composite(copies)
      .toFile(crowd);
    const told: MeshFit[][] = [];
    const faces = await findFaces(await load(crowd, 1020), models, (first) => told.push(first));
    assert.equal(faces.length, 20);
    assert.equal(told.length, 1, 'once, before the small ones are searched for');
    assert.ok(told[0]!.length > 0);
  });

  const coarseness = [
    { pixels: 40, tags: [] },
    { pixels: 39, tags: ['full'] },
    { pixels: 48, tags: ['full'] },
  ];
  for (const { pixels, tags } of coarseness) {
    test(`finds who fills a portrait, however coarse it is: of ${pixels} pixels`, { tags }, async () => {
      const { rgb: group, heads } = await groupHeads();
      const { places, width } = heads.find(({ yaw }) => Math.abs(yaw) < 12)!;
      const side = Math.round(1.5 * width);
      const [left, top] = [0, 1].map((k) => Math.round(places[NOSE_TIP * 2 + k]! - side / 2));
      const portrait = sharp(group.data, { raw: { width: group.width, height: group.height, channels: 3 } }).extract({
        left: left!,
        top: top!,
        width: side,
        height: side,
      });
      const path = join(folder, `portrait-${pixels}.png`);
      const coarse = await portrait.resize(pixels, pixels).png().toBuffer();
      await sharp(coarse).resize(800, 800, { kernel: 'nearest' }).toFile(path);
      assert.equal((await findFaces(await load(path, 800), models)).length, 1);
    });
  }

  const people = [
    { who: 'the two largest', from: 0, to: 2, tags: [] },
    { who: 'the others', from: 2, to: 5, tags: ['full'] },
  ];
  for (const { who, from, to, tags } of people) {
    test(`finds the whole of a face that fills the photo: ${who}`, { tags }, async () => {
      const { rgb: group, heads } = await groupHeads();
      const raw = { width: group.width, height: group.height, channels: 3 } as const;
      for (const { places, width } of heads.slice(from, to)) {
        const side = Math.round(1.15 * width);
        const [left, top] = [0, 1].map((k) => Math.round(places[NOSE_TIP * 2 + k]! - side / 2)) as [number, number];
        const closely = sharp(group.data, { raw }).extract({ left, top, width: side, height: side }).resize(800, 800);
        const found = await findFaces({ data: await rawRgb(closely), width: 800, height: 800 }, models);
        assert.equal(found.length, 1);
        const share = measureHead(found[0]!, (x, y) => [x, y]).width / 800;
        assert.ok(Math.abs(share - 1 / 1.15) < 0.1, `${share} of the width`);
      }
    });
  }

  test('places a face of which the border cuts off the forehead as if it were whole', async () => {
    const { rgb: group, fits, heads } = await groupHeads();
    const raw = { width: group.width, height: group.height, channels: 3 } as const;
    const errors: number[] = [];
    for (const [i, { points }] of fits.entries()) {
      const y = (i: number) => points[i * 3 + 1]!;
      const top = Math.round(y(FOREHEAD) + 0.2 * (y(CHIN) - y(FOREHEAD)));
      // Little of the photo beside it: the fewer other faces, the sooner it is found.
      const middle = points[NOSE_TIP * 3]!;
      const left = Math.max(0, Math.round(middle - 1.5 * heads[i]!.width));
      const width = Math.min(group.width, Math.round(middle + 1.5 * heads[i]!.width)) - left;
      const height = Math.min(group.height - top, Math.round(3 * heads[i]!.width));
      const cut = sharp(group.data, { raw }).extract({ left, top, width, height });
      const found = await findFaces({ data: await rawRgb(cut), width, height }, models);
      errors.push(Math.min(...found.map((fit) => meanError(points, fit.points, left, top))));
    }
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
    assert.ok(mean < 0.0075, `${mean} face heights`);
  });

  test('finds somebody behind railings, of whom the detector is surer than the mesh', { tags: ['full'] }, async () => {
    const [width, height] = [1480, 1080];
    const bars = Array.from(
      { length: Math.ceil(width / 24) },
      (_, i) => `<path d="M${i * 24} 0 l60 ${height}" stroke="#333" stroke-width="3"/>`,
    );
    const railings = Buffer.from(`<svg width="${width}" height="${height}">${bars.join('')}</svg>`);
    const photo = sharp(join(dirname(GROUP_PHOTO), 'sample6.jpg')).resize(width, height, { fit: 'fill' });
    const fenced = sharp(
      await photo
        .composite([{ input: railings }])
        .png()
        .toBuffer(),
    );
    assert.notEqual((await findFaces({ data: await rawRgb(fenced), width, height }, models)).length, 0);
  });

  test('finds none if there is none', async () => {
    const landscape = join(folder, 'landscape.png');
    await drawLandscape(landscape, 1200, 800);
    assert.deepEqual(await findFaces(await load(landscape, 800), models), []);
  });

  test('searches a long strip in no more looks than a wide film needs', async () => {
    const wide = await countLooks(1680, 720);
    const strips = await Promise.all([countLooks(8000, 200), countLooks(200, 8000), countLooks(2520, 22)]);
    for (const looks of strips) assert.ok(looks > 2 && looks <= wide, `${looks} looks; ${wide} at 21:9`);
  });

  const signs = [
    { size: 90, stroke: 63, tags: [] },
    { size: 50, stroke: 25, tags: ['full'] },
  ];
  for (const { size, stroke, tags } of signs) {
    test(`takes no lettering for a face, out of focus as it is: ${size} pixels high`, { tags }, async () => {
      const sign = join(folder, `sign-${size}.png`);
      await drawSign(sign, size, stroke);
      assert.deepEqual(await findFaces(await load(sign, 720), models), []);
    });
  }

  test('knows right from left and how a head is turned', async () => {
    const { rgb: picture, heads } = await groupHeads();
    for (const { form, places } of heads) {
      assert.ok(form[LEFT_CORNER * 3]! < form[RIGHT_CORNER * 3]!);
      assert.ok(form[LEFT_EYE_RIMS.upper[0]! * 3]! < form[RIGHT_EYE_RIMS.upper[0]! * 3]!);
      assert.ok(form[NOSE_TIP * 3 + 2]! > 0.3, 'the nose stands out');
      assert.ok(places[LEFT_CORNER * 2]! < places[RIGHT_CORNER * 2]!);
    }
    const at = (x: number) => heads.find(({ places }) => Math.abs(places[NOSE_TIP * 2]! / picture.width - x) < 0.05);
    assert.ok(at(0.378)!.yaw > 35, 'she looks far to the right of the picture');
    assert.ok(at(0.767)!.yaw < -25, 'and she to the left');
    assert.ok(Math.abs(at(0.242)!.yaw) < 15, 'she to the front');
  });
});

/** How often the detector looks at a picture in which it finds nothing. */
async function countLooks(width: number, height: number): Promise<number> {
  let looks = 0;
  const detector: Model = {
    run() {
      looks++;
      return Promise.resolve([512, 384, 512 * 16, 384 * 16].map((length) => new Float32Array(length).fill(-99)));
    },
  };
  await findFaces({ data: new Uint8Array(width * height * 3), width, height }, { ...models, detector });
  return looks;
}

/** How far what is seen of a face lies from where it lies in the photo of which a part was cut out, in face heights. */
function meanError(whole: Float32Array, cut: Float32Array, columns: number, rows: number): number {
  const height = Math.hypot(whole[CHIN * 3]! - whole[FOREHEAD * 3]!, whole[CHIN * 3 + 1]! - whole[FOREHEAD * 3 + 1]!);
  const errors: number[] = [];
  for (let i = 0; i < whole.length; i += 3) {
    if (whole[i + 1]! > rows)
      errors.push(Math.hypot(whole[i]! - columns - cut[i]!, whole[i + 1]! - rows - cut[i + 1]!));
  }
  return errors.reduce((sum, error) => sum + error, 0) / errors.length / height;
}

/** A C, an O and an N of paint on a dark board. */
async function drawSign(path: string, size: number, stroke: number): Promise<void> {
  const [left, right, top, bottom] = [430 - size, 480 + 1.6 * size, 360 - size, 360 + size];
  const letters = `<path d="M${left} ${360 - 0.6 * size} A${size} ${1.1 * size} 0 1 0 ${left} ${360 + 0.6 * size}"/>
    <ellipse cx="480" cy="360" rx="${0.8 * size}" ry="${size}"/>
    <path d="M${right} ${bottom} V${top} L${480 + 3 * size} ${bottom} V${top}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="720"><rect width="960" height="720" fill="#333"/>
    <g fill="none" stroke="#f5a623" stroke-width="${stroke}">${letters}</g></svg>`;
  const sharpSign = await sharp(Buffer.from(svg)).flatten().png().toBuffer();
  await sharp(sharpSign).blur(6).toFile(path);
}

async function load(path: string, short: number): Promise<Rgb> {
  const { width, height } = await sharp(path).metadata();
  const scale = short / Math.min(width, height);
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  return { data: await rawRgb(sharp(path).resize(size.width, size.height)), ...size };
}
