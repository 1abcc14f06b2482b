import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { promisify } from 'node:util';
import { drawLandscape } from '../../../test/photos.ts';
import { animate } from '../animate.ts';
import { findEncoder } from './find-encoder.ts';
import { readMark } from './film-mark.ts';

let folder: string;
let film: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mark-'));
  const photoPath = join(folder, 'photo.png');
  await drawLandscape(photoPath, 300, 200);
  film = join(folder, 'film.mp4');
  const settings = {
    effect: 'pet-breathe',
    seed: 1,
    duration: 5,
    resolution: '540p',
    aspect: 'default',
    loop: false,
  } as const;
  await animate(
    { ...settings, photoPath, filmPath: film, posterPath: join(folder, 'poster.jpg') },
    { productName: 'Keepsake', fps: 6 },
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the mark of a film', () => {
  test('identifies a film of this renderer, given as a file or as bytes', async () => {
    const mark = await readMark(film);
    assert.deepEqual(mark, await readMark(await readFile(film)));
    assert.deepEqual([mark?.isOurs, mark?.kind], [true, 'original']);
    assert.match(mark?.sourceType ?? '', /compositeWithTrainedAlgorithmicMedia$/);
    assert.match(mark?.comment ?? '', /Made with Keepsake\.$/);
  });

  test('reports a film that was changed afterwards as altered', async () => {
    const bytes = await readFile(film);
    bytes[bytes.length >> 1]! ^= 1;
    assert.deepEqual([(await readMark(bytes))?.isOurs, (await readMark(bytes))?.kind], [true, 'altered']);
    const longer = Buffer.concat([await readFile(film), Buffer.from([0, 0, 0, 8]), Buffer.from('free')]);
    assert.equal((await readMark(longer))?.kind, 'altered');
  });

  test('survives a cut that copies the tags', async () => {
    const cut = join(folder, 'cut.mp4');
    await ffmpeg(['-i', film, '-t', '2', '-c', 'copy', cut]);
    assert.deepEqual([(await readMark(cut))?.isOurs, (await readMark(cut))?.kind], [true, 'copy']);
  });

  test('is undefined for a film without one', async () => {
    const other = join(folder, 'other.mp4');
    await ffmpeg(['-f', 'lavfi', '-i', 'testsrc=d=1', '-metadata', 'comment=A holiday', other]);
    assert.equal(await readMark(other), undefined);
    await writeFile(join(folder, 'page.mp4'), '<!doctype html><title>A page</title>');
    assert.equal(await readMark(join(folder, 'page.mp4')), undefined);
    assert.equal(await readMark(new Uint8Array(0)), undefined);
  });

  test('of another program is reported as foreign', async () => {
    const bytes = (await readFile(film)).toString('latin1').replace('keepsake-renderer"', 'another-renderer!"');
    const foreign = Buffer.from(
      bytes.replace('AI-generated from a photograph. Made with Keepsake.', 'A'.repeat(51)),
      'latin1',
    );
    assert.deepEqual([(await readMark(foreign))?.isOurs, (await readMark(foreign))?.kind], [false, 'foreign']);
  });

  test('is read safely from a truncated or corrupt film', async () => {
    const bytes = await readFile(film);
    for (let at = 0; at < bytes.length; at += Math.max(1, Math.floor(bytes.length / 97))) {
      await readMark(bytes.subarray(0, at));
      const garbled = Buffer.from(bytes);
      garbled.fill(0xff, at, Math.min(bytes.length, at + 12));
      await readMark(garbled);
    }
    const looping = Buffer.concat([bytes.subarray(0, 32), Buffer.alloc(4096)]);
    await readMark(looping);
  });
});

async function ffmpeg(words: string[]): Promise<void> {
  await promisify(execFile)(await findEncoder(), ['-loglevel', 'error', '-y', ...words]);
}
