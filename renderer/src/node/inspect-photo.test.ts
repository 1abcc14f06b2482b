import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, test } from 'vitest';
import sharp from 'sharp';
import { drawCat, drawCatWithFace } from '../../test/draw-cat.ts';
import { cutPortrait, GROUP_PHOTO } from '../../test/photos.ts';
import type { EffectName } from '../core/effects.ts';
import { foresee } from '../core/motion/choose-motion.ts';
import type { AnimateRequest } from './check-request.ts';
import { inspectPhoto, type PhotoInspection } from './inspect-photo.ts';
import { setStage } from './set-stage.ts';
import { createStopwatch } from './stopwatch.ts';

let folder: string;
let cat: string;
/** Replies to requests sent at the same time. */
let answers: PromiseSettledResult<PhotoInspection>[];
let group: PhotoInspection;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspect-'));
  cat = join(folder, 'cat.png');
  await writeFile(cat, await drawCat());
  answers = await Promise.allSettled([GROUP_PHOTO, '/nowhere/photo.jpg', cat].map((path) => inspectPhoto(path)));
  if (answers[0]?.status === 'fulfilled') group = answers[0].value;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('reports each face of a photo, its size, and whether it can be animated', () => {
  const { width, height, faces, hasEars } = group;
  assert.deepEqual([width, height], [1920, 1398]);
  assert.equal(faces.length, 5);
  for (const { box, size, eyesOpen } of faces) {
    assert.ok(box.left >= 0 && box.left < box.right && box.right <= 1);
    assert.ok(box.top >= 0 && box.top < box.bottom && box.bottom <= 1);
    assert.ok(size > 120 && size < 300, `${size} pixels`);
    assert.equal(eyesOpen.length, 2);
  }
  assert.equal(faces.filter(({ yaw }) => Math.abs(yaw) > 40).length, 1, 'one is seen nearly from the side');
  assert.ok(faces.every(({ canMove }) => canMove));
  assert.ok(faces.some(({ mouthOpen }) => mouthOpen) && faces.some(({ mouthOpen }) => !mouthOpen));
  assert.equal(hasEars, false);
  assert.ok(group.subject && group.subject.top > 0.02, 'there is room above the heads');
});

test('finds the faces where a film of another size finds them', async ({ signal }) => {
  const { heads, film } = await stageOf('smile', GROUP_PHOTO, signal);
  const lefts = heads.map(({ places }) => (Math.min(...places.filter((_, i) => i % 2 === 0)) + 0.5) / film.width);
  const known = group.faces.map(({ box }) => box.left);
  assert.equal(lefts.length, known.length);
  for (const [i, left] of lefts.entries()) assert.ok(Math.abs(left - known[i]!) < 1e-6, `${left} and ${known[i]}`);
});

test('small faces can do in films of every size and shape what the check finds, and nothing else', async ({
  signal,
}) => {
  const portrait = await (await cutPortrait()).png().toBuffer();
  const grey = { create: { width: 1920, height: 1080, channels: 3, background: '#6d7f95' } } as const;
  const found = [42, 48].map(async (side) => {
    const photoPath = join(folder, `face-${side}.png`);
    const input = await sharp(portrait).resize(side, side).toBuffer();
    await sharp(grey)
      .composite([{ input, left: 900, top: 500 }])
      .toFile(photoPath);
    const { faces } = await inspectPhoto(photoPath);
    const films = [];
    for (const shape of [{}, { resolution: '1080p' }, { aspect: '9:16' }, { aspect: '1:1' }] as const) {
      const { choice, heads } = await stageOf('smile', photoPath, signal, shape);
      films.push([choice.motion, heads.map(({ canMove }) => canMove)]);
    }
    const widths = faces.map(({ size: width }) => Math.round((width * 2) / 3));
    return { widths, foreseen: foresee('smile', { faces }), winks: foresee('wink', { faces }), films };
  });
  const [less, more] = await Promise.all(found);
  const films = (motion: string, canMove: boolean) => Array.from({ length: 4 }, () => [motion, [canMove]]);
  const code = 'faces_from_side';
  assert.deepEqual(less, { widths: [13], foreseen: code, winks: code, films: films('idle', false) });
  assert.deepEqual(more, { widths: [15], foreseen: undefined, winks: code, films: films('smile', true) });
});

test('reports eyes hidden by dark glasses', { tags: ['full'] }, async () => {
  const { width, height, faces } = group;
  const lenses = faces.slice(0, 1).map(({ box }) => {
    const [left, top] = [box.left * width, box.top * height];
    const [across, down] = [(box.right - box.left) * width, (box.bottom - box.top) * height];
    return `<rect x="${left + 0.06 * across}" y="${top + 0.22 * down}" width="${0.88 * across}" height="${0.25 * down}" rx="20"/>`;
  });
  const glasses = Buffer.from(`<svg width="${width}" height="${height}">${lenses.join('')}</svg>`);
  const path = join(folder, 'glasses.jpg');
  await sharp(GROUP_PHOTO)
    .composite([{ input: glasses }])
    .jpeg()
    .toFile(path);
  const seen = await inspectPhoto(path);
  assert.equal(seen.faces.length, faces.length);
  assert.deepEqual(
    seen.faces.map(({ eyesHidden }) => eyesHidden),
    [true, ...faces.slice(1).map(() => false)],
  );
  assert.ok(faces.every(({ eyesHidden }) => !eyesHidden));
});

test('rejects an unreadable photo with the reason', async () => {
  await assert.rejects(inspectPhoto('/nowhere/photo.jpg'), { name: 'RendererError', code: 'unreadable_photo' });
});

test('inspects concurrent requests one after another, each with its own reply', () => {
  assert.deepEqual(
    answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.width : answer.reason.code)),
    [1920, 'unreadable_photo', 900],
  );
});

test('reports that a frontal cat has ears to prick up', () => {
  const answer = answers[2];
  assert.ok(answer?.status === 'fulfilled');
  assert.deepEqual([answer.value.faces, answer.value.hasEars], [[], true]);
  assert.ok(answer.value.subject?.isAnimal && answer.value.subject.top > 0.02);
});

test('a thing that stands out is nobody, so neither the check nor a film lets it breathe', async ({ signal }) => {
  const photoPath = join(folder, 'thing.png');
  const input = Buffer.from(
    '<svg width="900" height="1000"><ellipse cx="450" cy="470" rx="205" ry="190" fill="#a98560"/></svg>',
  );
  await sharp(cat).composite([{ input }]).toFile(photoPath);
  const { faces, subject } = await inspectPhoto(photoPath);
  assert.deepEqual([faces, subject], [[], null]);
  const { choice, layers } = await stageOf('pet-breathe', photoPath, signal);
  assert.deepEqual([choice.motion, choice.lack?.code], ['idle', 'no_subject']);
  assert.ok(layers.subject, 'something stands out');
});

test("a person's face that is found on a cat belongs to nobody, for the check of a photo and for its films", async ({
  signal,
}) => {
  const photoPath = join(folder, 'cat-with-face.png');
  await writeFile(photoPath, await drawCatWithFace());
  assert.deepEqual((await inspectPhoto(photoPath)).faces, []);
  const smile = await stageOf('smile', photoPath, signal);
  assert.deepEqual([smile.choice.motion, smile.choice.lack?.code], ['idle', 'no_face']);
  assert.equal(smile.heads.length, 1, 'the living picture keeps it whole');
  const zoom = await stageOf('zoom', photoPath, signal);
  assert.equal(zoom.heads.length, 1, 'a zoom keeps it in the picture');
});

test('a cancelled photo is left at once, and the photo behind it is inspected', async () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const inspections = Promise.allSettled([
    inspectPhoto(GROUP_PHOTO, first.signal),
    inspectPhoto(GROUP_PHOTO, second.signal),
    inspectPhoto('/nowhere/photo.jpg'),
  ]);
  second.abort();
  await setImmediate();
  first.abort();
  const codes = (await inspections).map((each) => each.status === 'rejected' && each.reason.code);
  assert.deepEqual(codes, ['cancelled', 'cancelled', 'unreadable_photo']);
});

test('a photo that takes too long is given up, and the photo behind it is inspected', async () => {
  const inspections = await Promise.allSettled([
    inspectPhoto(GROUP_PHOTO, undefined, 1),
    inspectPhoto('/nowhere/photo.jpg'),
  ]);
  const codes = inspections.map((each) => each.status === 'rejected' && each.reason.code);
  assert.deepEqual(codes, ['timed_out', 'unreadable_photo']);
});

function stageOf(
  effect: EffectName,
  photoPath: string,
  signal: AbortSignal,
  shape: Partial<Pick<AnimateRequest, 'resolution' | 'aspect'>> = {},
) {
  const files = { photoPath, filmPath: '', posterPath: '' };
  const options = { seed: 1, duration: 5, resolution: '540p', aspect: 'default', loop: false } as const;
  return setStage({ ...files, ...options, ...shape, effect, visibleMark: false }, signal, createStopwatch());
}
