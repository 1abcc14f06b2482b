import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { uploadContent, type uploadReply } from '@keepsake/contract/photos/content';
import { photoChecks, type PhotoCheck } from '@keepsake/contract/photos/photo-checks';
import { listPrompts } from '@keepsake/contract/films/prompts';
import sharp from 'sharp';
import type * as z from 'zod/mini';
import { drawPhoto } from '../../../test/draw-photo.ts';
import { startTestApp, type TestUser } from '../../../test/harness.ts';
import { sql } from 'kysely';
import { firstRow, runStatement } from '../../../test/statements.ts';
import { checkPhotoJob } from '../photos/checks/check-photo.job.ts';
import { saveCheck } from '../photos/checks/photo-check.queries.ts';
import { lookAtPhoto, LookTimedOut } from '../../providers/photo/look-at-photo.ts';

const app = await startTestApp(undefined, { photoChecks: true });
/** Photographs of faces, from a development dependency. */
const samples = join(import.meta.dirname, '../../../../node_modules/@vladmandic/face-api/demo');
const faces = await readFile(join(samples, 'sample1.jpg'));
/** Five people on a staircase. */
const group = await readFile(join(samples, 'sample5.jpg'));
/** One person: a photo without faces takes five times as long to check. */
const portrait = await sharp(join(samples, 'sample3.jpg'))
  .extract({ left: 1010, top: 110, width: 480, height: 480 })
  .png()
  .toBuffer();
/** Several tests upload it: the same picture of the same customer is checked once. */
const shared = { photo: await sharp(portrait).resize(920).jpeg().toBuffer(), user: await app.createUser() };

async function upload(user: TestUser, photos: Buffer[]): Promise<{ bucketId: string; ids: string[] }> {
  const form = new FormData();
  for (const [at, photo] of photos.entries()) form.append('files', new Blob([Uint8Array.from(photo)]), `${at}.jpg`);
  const response = await fetch(`${app.url}${uploadContent.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}` },
    body: form,
  });
  const { bucketId, content } = (await response.json()) as z.output<typeof uploadReply>;
  return { bucketId: bucketId ?? '', ids: content.map(({ id }) => id) };
}

async function checksOf(
  user: TestUser,
  bucketId: string,
): Promise<{ checks: PhotoCheck[]; unseen: { contentId: string }[]; waiting: number; filmsBy: string }> {
  return (await app.call(photoChecks, { params: { id: bucketId }, token: user.token })).data;
}

const promptNamed = async (name: string) => {
  const { prompts } = (await app.call(listPrompts, { token: (await app.createUser()).token })).data;
  return prompts.find(({ action }) => action.en === name)?.id ?? assert.fail(`no effect ${name}`);
};

const fewPixels = [
  {
    sizes: [
      [1000, 719],
      [1000, 720],
    ],
    expected: [true, false],
    tags: [],
  },
  {
    sizes: [
      [900, 600],
      [1200, 675],
    ],
    expected: [true, false],
    tags: ['full'],
  },
];

describe('before anything is paid', () => {
  test('each photo is checked for faces, sharpness, light and effects that would be replaced', async () => {
    const user = await app.createUser();
    const small = await sharp(faces).resize(1200, 900, { fit: 'inside' }).jpeg().toBuffer();
    const soft = await sharp(portrait).resize(900).blur(9).jpeg().toBuffer();
    const dark = await sharp(portrait).resize(900).linear(0.12).jpeg().toBuffer();
    const landscape = await drawPhoto(900, 700).jpeg().toBuffer();
    const { bucketId, ids } = await upload(user, [small, soft, dark, landscape]);
    assert.deepEqual(await checksOf(user, bucketId), { checks: [], unseen: [], waiting: 4, filmsBy: 'embedded' });
    await app.drain();

    const { checks, waiting } = await checksOf(user, bucketId);
    assert.equal(waiting, 0);
    assert.deepEqual(
      checks.map(({ contentId: photoId }) => photoId),
      ids,
    );
    const [good, blurred, unlit, empty] = checks;
    const [smile, wave] = [await promptNamed('Smile'), await promptNamed('Wave')];
    const ears = await promptNamed('Prick up the ears');
    assert.ok((good?.faces ?? 0) >= 1 && good?.movableFaces === good?.faces);
    assert.deepEqual([good?.isBlurred, good?.isDark, blurred?.isBlurred, unlit?.isDark], [false, false, true, true]);
    assert.deepEqual([good?.instead[smile], good?.instead[wave]], [undefined, 'no_hand']);
    assert.deepEqual([empty?.faces, empty?.instead[smile], empty?.instead[wave]], [0, 'no_face', 'no_face']);
    assert.deepEqual([good?.instead[ears], empty?.instead[ears]], ['no_ears', 'no_subject']);
    assert.ok(good?.faceless.includes(ears) && !good.faceless.includes(smile) && !good.faceless.includes(wave));
  });

  test('a pet whose head reaches the edge of the photo is predicted not to tilt it', async () => {
    const { user, photo } = shared;
    const { bucketId } = await upload(user, [photo]);
    await app.drain();
    const tilt = await promptNamed('Tilt the head');
    const tiltsAt = async (top: number | null) => {
      const subject = top === null ? null : { top, bottom: 1 };
      await runStatement(
        app.db,
        sql`update photo_checks set findings = findings || ${JSON.stringify({ subject })}::jsonb
          where photo_id in (select id from photos where bucket_id = ${bucketId})`,
      );
      return (await checksOf(user, bucketId)).checks[0]?.instead[tilt];
    };
    assert.deepEqual(
      [await tiltsAt(0.2), await tiltsAt(0), await tiltsAt(null)],
      [undefined, 'head_at_edge', 'no_subject'],
    );
  });

  test('a photo checked before hands were searched for is checked again when it is uploaded again or its unpaid set is opened', async () => {
    const { photo } = shared;
    const user = await app.createUser();
    const { bucketId, ids } = await upload(user, [photo]);
    await app.drain();
    const wave = await promptNamed('Wave');
    const foreseen = async (id: string) => (await checksOf(user, id)).checks[0]?.instead[wave];
    const older = sql`update photo_checks set findings = jsonb_build_object('faces', '[]'::jsonb, 'sharpness', 9, 'brightness', 99)`;
    await runStatement(app.db, older);
    const again = await upload(user, [photo]);
    await app.drain();
    assert.deepEqual([await foreseen(again.bucketId), await foreseen(bucketId)], ['no_hand', 'no_face']);
    assert.equal((await checksOf(user, bucketId)).waiting, 1, 'the findings are about to be renewed');
    await app.drain();
    assert.equal(await foreseen(bucketId), 'no_hand');

    await runStatement(app.db, older);
    await saveCheck(app.db, ids[0] ?? '', null);
    const { checks, waiting } = await checksOf(user, bucketId);
    assert.deepEqual([checks[0]?.instead[wave], waiting], ['no_face', 0], 'the older ones count where that fails');
  });

  test(
    'a person with dark glasses is predicted to smile instead of winking',
    { tags: ['full'] },
    async ({ signal }) => {
      const user = await app.createUser();
      const path = join(samples, 'sample5.jpg');
      const { width, height } = await sharp(path).metadata();
      const [{ box } = assert.fail('nobody was found')] = (await lookAtPhoto(path, signal)).faces;
      const [left, top] = [Math.round(box.left * width), Math.round(box.top * height)];
      const [across, down] = [(box.right - box.left) * width, (box.bottom - box.top) * height];
      const lens = { width: Math.round(0.88 * across), height: Math.round(0.25 * down) };
      const glasses = { create: { ...lens, channels: 3 as const, background: 'black' } };
      const portrait = async (photo: Buffer) =>
        sharp(photo)
          .extract({ left: 0, top: top - lens.height, width: Math.round(left + 1.6 * across), height: height - top })
          .resize(1200)
          .jpeg()
          .toBuffer();
      const worn = sharp(path).composite([
        { input: glasses, left: Math.round(left + 0.06 * across), top: Math.round(top + 0.22 * down) },
      ]);
      const photos = [await portrait(await worn.toBuffer()), await portrait(group)];
      const { bucketId } = await upload(user, photos);
      await app.drain();

      const [wink, smile] = [await promptNamed('Wink'), await promptNamed('Smile')];
      const seen = (await checksOf(user, bucketId)).checks.map(({ faces, instead }) => [
        faces,
        instead[wink],
        instead[smile],
      ]);
      assert.deepEqual(seen, [
        [1, 'eyes_hidden', undefined],
        [1, undefined, undefined],
      ]);
    },
  );

  test('faces that are small in the photo are counted', async () => {
    const { user, photo: near } = shared;
    const few = await sharp(group).resize(720).toBuffer();
    const far = await sharp(await drawPhoto(1600, 1200).png().toBuffer())
      .composite([{ input: few, left: 440, top: 500 }])
      .jpeg()
      .toBuffer();
    const { bucketId } = await upload(user, [near, far]);
    await app.drain();
    const seen = (await checksOf(user, bucketId)).checks.map(({ movableFaces, smallFaces }) => [
      movableFaces,
      smallFaces,
    ]);
    assert.deepEqual(seen, [
      [1, 0],
      [5, 5],
    ]);
  });

  for (const { sizes, expected, tags } of fewPixels)
    test(
      `a photo with few pixels is reported, but not one that the browser reduced: ${sizes.join('; ')}`,
      { tags },
      async () => {
        const user = await app.createUser();
        const photos = sizes.map(([width, height]) => sharp(portrait).resize(width, height).jpeg().toBuffer());
        const { bucketId, ids } = await upload(user, await Promise.all(photos));
        const findings = { faces: [], hasEars: false, canWave: false, subject: null, sharpness: 20, brightness: 120 };
        for (const id of ids) await saveCheck(app.db, id, findings);
        const { checks } = await checksOf(user, bucketId);
        assert.deepEqual(
          checks.map(({ isLowResolution }) => isLowResolution),
          expected,
        );
      },
    );

  test('nothing is predicted for a remote service', async (t) => {
    const { user, photo } = shared;
    const { bucketId } = await upload(user, [photo]);
    await app.drain();
    await runStatement(app.db, sql`update video_config set service_provider = 'luma'`);
    t.onTestFinished(
      async () => void (await runStatement(app.db, sql`update video_config set service_provider = 'embedded'`)),
    );
    const { checks, filmsBy } = await checksOf(user, bucketId);
    assert.deepEqual([checks[0]?.instead, filmsBy], [{}, 'luma']);
  });

  test('the same picture is not checked again, except for another customer', async () => {
    const { user: one, photo } = shared;
    const other = await app.createUser();
    const first = await upload(one, [photo]);
    await app.drain();
    const again = await upload(one, [photo]);
    const others = await upload(other, [photo]);
    // No check can run now.
    for (const { ids } of [again, others]) await app.deps.storage.remove(`photos/${await filenameOf(ids[0] ?? '')}`);
    await app.drain();
    const [seen, known] = [await checksOf(one, first.bucketId), await checksOf(one, again.bucketId)];
    assert.equal(seen.checks[0]?.faces, 1);
    assert.deepEqual(known.checks, [{ ...seen.checks[0], contentId: again.ids[0] }]);
    const none = await checksOf(other, others.bucketId);
    assert.deepEqual([none.checks, none.unseen.map(({ contentId }) => contentId), none.waiting], [[], others.ids, 0]);
  });

  test('a photo that cannot be checked does not block any page', async () => {
    const user = await app.createUser();
    const { bucketId, ids } = await upload(user, [await drawPhoto(910, 700).jpeg().toBuffer()]);
    const [photoId = ''] = ids;
    await checkPhotoJob.run({ photoId }, app.deps, { signal: AbortSignal.abort(), attempt: 3 });
    assert.equal((await checksOf(user, bucketId)).waiting, 1, 'a worker that stops leaves it to another one');
    await app.deps.storage.remove(`photos/${await filenameOf(photoId)}`);
    await app.drain();
    const { checks, unseen, waiting } = await checksOf(user, bucketId);
    assert.deepEqual([checks, unseen.map(({ contentId }) => contentId), waiting], [[], ids, 0]);
  });

  test('a check that takes too long is not repeated, and is no findings', async () => {
    const user = await app.createUser();
    const { bucketId, ids } = await upload(user, [await drawPhoto(910, 701).jpeg().toBuffer()]);
    const tooLong = () => Promise.reject(new LookTimedOut('The inspection took longer than 180 s.'));
    const deps = { ...app.deps, storage: { ...app.deps.storage, withLocalFile: tooLong } };
    const { signal } = new AbortController();
    await checkPhotoJob.run({ photoId: ids[0] ?? '' }, deps, { signal, attempt: 1 });
    const { checks, unseen, waiting } = await checksOf(user, bucketId);
    assert.deepEqual([checks, unseen.map(({ contentId }) => contentId), waiting], [[], ids, 0]);
  });

  test('findings are returned only to the owner', async () => {
    const user = await app.createUser();
    const { bucketId } = await upload(user, [await drawPhoto(900, 700).jpeg().toBuffer()]);
    const other = await app.createUser();
    assert.equal((await app.call(photoChecks, { params: { id: bucketId }, token: other.token })).status, 404);
    assert.equal((await app.call(photoChecks, { params: { id: bucketId } })).status, 401);
  });
});

async function filenameOf(photoId: string): Promise<string> {
  const row = await firstRow<{ filename: string }>(app.db, sql`select filename from photos where id = ${photoId}`);
  return row?.filename ?? '';
}
