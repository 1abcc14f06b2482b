import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import sharp, { type Sharp } from 'sharp';
import { animate } from '../src/node/animate.ts';
import type { EffectName } from '../src/core/effects.ts';
import type { Box } from '../src/core/picture/framing.ts';
import { inspectPhoto } from '../src/node/inspect-photo.ts';
import type { AnimateReport } from '../src/node/render-film.ts';
import { readFrames } from './read-frames.ts';
import { SAMPLE_PHOTOS } from './sample-photos.ts';
import { THRESHOLDS } from './thresholds.ts';
import { backgroundQuality, watchFaces } from './watch-film.ts';
import { callWitness, type SeenFace, type Witness } from './witness.ts';

/** A test takes seconds on a free core, and many times that on a busy one. */
const patience = { timeout: 900_000 };
/** Frames per second, rendered and measured. */
const FPS = 3;
let folder: string;
let witness: Witness;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hard-photos-'));
  witness = await callWitness();
}, patience.timeout);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a photo that is hard to animate gives a film with a correct report', () => {
  const cases: {
    what: string;
    photo: () => Promise<Sharp>;
    effect: EffectName;
    expected: Partial<AnimateReport>;
    tags?: 'full'[];
  }[] = [
    {
      what: 'grey',
      photo: async () => (await person()).greyscale(),
      effect: 'smile',
      expected: shows(1),
      tags: ['full'],
    },
    {
      what: 'grey in three channels',
      photo: async () => sharp(await (await person()).greyscale().toColourspace('srgb').jpeg().toBuffer()),
      effect: 'laugh',
      expected: shows(1),
      tags: ['full'],
    },
    {
      what: 'of 540 pixels',
      photo: async () => (await person()).resize(540),
      effect: 'turn',
      expected: shows(1),
      tags: ['full'],
    },
    { what: 'with spectacles', photo: withSpectacles, effect: 'wink', expected: shows(1), tags: ['full'] },
    {
      what: 'with a face cut by the border',
      photo: async () =>
        sharp(await (await person()).toBuffer()).extract({ left: 120, top: 0, width: 360, height: 480 }),
      effect: 'smile',
      expected: {},
      tags: ['full'],
    },
    {
      what: 'of 50 megapixels',
      photo: async () => (await person()).resize(7072).jpeg({ quality: 70, progressive: true }),
      effect: 'smile',
      expected: shows(1),
      tags: ['full'],
    },
    {
      what: 'of shut eyes',
      photo: () => part('sample2', { left: 1330, top: 60, width: 480, height: 480 }),
      effect: 'wink',
      expected: { applied: false, faces: 1 },
      tags: ['full'],
    },
    {
      what: 'of a head in profile',
      photo: () => part('sample2', { left: 240, top: 0, width: 560, height: 560 }),
      effect: 'turn',
      expected: { applied: false, faces: 0 },
      tags: ['full'],
    },
    { what: 'that is a drawing', photo: drawing, effect: 'smile', expected: {}, tags: ['full'] },
  ];
  for (const { what, photo, effect, expected, tags = [] } of cases) {
    test(what, { ...patience, tags }, async () => {
      const { report, strangeness, background } = await watch(what, await photo(), effect);
      for (const [name, value] of Object.entries(expected))
        assert.equal(report[name as keyof AnimateReport], value, name);
      assert.equal(report.applied, report.fallback === undefined);
      assert.ok(strangeness <= THRESHOLDS.identity, `who it is: ${strangeness}`);
      assert.ok(report.faces === 0 || background >= THRESHOLDS.background, `what is behind: ${background} dB`);
    });
  }

  test('of forty people, all of whom take part', { ...patience, tags: ['full'] }, async () => {
    const photoPath = join(folder, 'forty.png');
    await (await crowd()).toFile(photoPath);
    const { applied, faces } = await make(photoPath, join(folder, 'forty.mp4'), 'smile', 1);
    assert.equal(applied, true);
    assert.ok(faces >= 38, `${faces} of 40`);
  });
});

describe('a damaged file is rejected with its reason', { tags: ['full'] }, () => {
  test('truncated, or with foreign bytes in its middle', async () => {
    const whole = await (await person()).png().toBuffer();
    const half = whole.subarray(0, whole.length / 2);
    const foreign = Buffer.concat([half, Buffer.alloc(2000, 7), whole.subarray(whole.length / 2 + 2000)]);
    for (const bytes of [half, foreign]) {
      const photoPath = join(folder, 'damaged.png');
      await writeFile(photoPath, bytes);
      const film = join(folder, 'damaged.mp4');
      await assert.rejects(make(photoPath, film, 'smile', FPS), { code: 'unreadable_photo', message: /damaged/ });
      await assert.rejects(stat(film), { code: 'ENOENT' });
    }
  });
});

function shows(faces: number): Partial<AnimateReport> {
  return { applied: true, faces };
}

/** One person, cut out of a held-out photo. */
function person(): Promise<Sharp> {
  return part('sample3', { left: 1010, top: 110, width: 480, height: 480 });
}

async function part(name: string, area: { left: number; top: number; width: number; height: number }): Promise<Sharp> {
  const { path } = SAMPLE_PHOTOS.find((photo) => photo.path.includes(name))!;
  return sharp(await sharp(path).extract(area).png().toBuffer());
}

async function withSpectacles(): Promise<Sharp> {
  const picture = await person();
  const { data, info } = await picture.clone().removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const [face] = await witness.findFaces(data, info.width, info.height);
  const middle = (from: number, to: number, k: number) =>
    face!.landmarks.filter((_, i) => i % 2 === k && i >> 1 >= from && i >> 1 <= to).reduce((sum, at) => sum + at, 0) /
    6;
  const [left, right] = [36, 42].map((from) => [middle(from, from + 5, 0), middle(from, from + 5, 1)] as const);
  const radius = 0.36 * Math.hypot(right![0] - left![0], right![1] - left![1]);
  const rims = [left!, right!].map(([x, y]) => `<circle cx="${x}" cy="${y}" r="${radius}"/>`).join('');
  const svg = `<svg width="${info.width}" height="${info.height}" fill="#fff2" stroke="#222" stroke-width="4">${rims}</svg>`;
  return sharp(await picture.composite([{ input: Buffer.from(svg) }]).toBuffer());
}

async function drawing(): Promise<Sharp> {
  const svg = `<svg width="600" height="700"><rect width="600" height="700" fill="#dde6ee"/>
    <ellipse cx="300" cy="350" rx="170" ry="220" fill="#f3cda6" stroke="#333" stroke-width="4"/>
    <g fill="#fff" stroke="#333" stroke-width="4"><ellipse cx="235" cy="310" rx="34" ry="18"/><ellipse cx="365" cy="310" rx="34" ry="18"/></g>
    <g fill="#333"><circle cx="235" cy="310" r="12"/><circle cx="365" cy="310" r="12"/></g>
    <path d="M195 270q40 -24 80 0M325 270q40 -24 80 0M300 320l-16 80h32M230 460q70 40 140 0q-70 -14 -140 0" fill="#c76b5b" stroke="#333" stroke-width="5"/></svg>`;
  return sharp(await sharp(Buffer.from(svg)).flatten({ background: '#fff' }).png().toBuffer());
}

/** The five people of one photo, eight times. */
async function crowd(): Promise<Sharp> {
  const five = await sharp(SAMPLE_PHOTOS.find(({ path }) => path.includes('sample5'))!.path)
    .resize(990)
    .png()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = five.info;
  const copies = Array.from({ length: 8 }, (_, i) => ({
    input: five.data,
    left: (i % 3) * width,
    top: Math.floor(i / 3) * height,
  }));
  const wall = sharp({ create: { width: 3 * width, height: 3 * height, channels: 3, background: '#555' } });
  return sharp(await wall.composite(copies).png().toBuffer());
}

async function watch(name: string, photo: Sharp, effect: EffectName) {
  const stem = join(folder, name.replaceAll(' ', '-'));
  // A picture with its own output format, as the huge one, keeps it.
  const file = await photo.toBuffer({ resolveWithObject: true });
  await writeFile(stem, file.info.format === 'jpeg' ? file.data : await sharp(file.data).png().toBuffer());
  const report = await make(stem, `${stem}.mp4`, effect, FPS);
  const frames = await readFrames(`${stem}.mp4`, report.width, report.height, FPS);
  const seen = await witness.findFaces(frames.pictures[0]!, frames.width, frames.height, 0.5);
  const stories = await watchFaces(witness, frames, seen);
  const { faces } = report.faces === 0 ? { faces: [] } : await inspectPhoto(stem);
  return {
    report,
    strangeness: Math.max(0, ...stories.map((story) => story.strangeness)),
    background: backgroundQuality(
      frames,
      faces.map(({ box }) => headIn(box, frames)),
    ),
  };
}

/** The detector does not find drawn faces, so the renderer's own head box is used. */
function headIn({ left, right, top, bottom }: Box, { width, height }: { width: number; height: number }): SeenFace {
  const box = { x: left * width, y: top * height, width: (right - left) * width, height: (bottom - top) * height };
  const landmarks = Float32Array.of(box.x, box.y, box.x + box.width, box.y + box.height);
  return { landmarks, box, score: 1 };
}

async function make(photoPath: string, filmPath: string, effect: EffectName, fps: number): Promise<AnimateReport> {
  const plain = { seed: 1, duration: 5, resolution: '540p', aspect: 'default', loop: false } as const;
  const report = await animate({ ...plain, photoPath, effect, filmPath, posterPath: `${filmPath}.jpg` }, { fps });
  assert.ok((await readFile(filmPath)).length > 10_000);
  return report;
}
