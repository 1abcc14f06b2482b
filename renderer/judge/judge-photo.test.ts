import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import sharp from 'sharp';
import { describeConfusion, findingsOf } from './describe-verdicts.ts';
import { judgePhoto, type PhotoVerdict } from './judge-photo.ts';
import { SAMPLE_PHOTOS } from './sample-photos.ts';
import { THRESHOLDS } from './thresholds.ts';
import { callWitness } from './witness.ts';

/** Half a minute of one core, many times that where others need it too. */
const patience = { timeout: 900_000, tags: ['full'] };
let folder: string;
let verdict: PhotoVerdict;

/** One person alone, cut out of a photo that the effects were not tuned on: the whole judge takes many minutes. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'judge-'));
  const person = join(folder, 'person.png');
  const photo = SAMPLE_PHOTOS.find(({ part }) => part === 'held back')!.path;
  await sharp(photo).extract({ left: 1010, top: 110, width: 480, height: 480 }).toFile(person);
  // Frames that nobody watches need not be made.
  const cheap = { fps: THRESHOLDS.samplesPerSecond, resolution: '540p' } as const;
  const effects = ['smile', 'turn', 'wink'] as const;
  verdict = await judgePhoto(await callWitness(), person, { ...cheap, effects, seed: 1, folder });
}, patience.timeout);
afterAll(() => rm(folder, { recursive: true, force: true }));

test('another detector sees her smile, turn her head and wink, each in its own film alone', patience, () => {
  assert.deepEqual(verdict.counts, { smile: [true], turn: [true], wink: [true] });
  for (const { effect, shown } of verdict.films) {
    const seen = Object.entries(shown).flatMap(([judged, [is]]) => (is ? [judged] : []));
    assert.deepEqual(seen, effect === 'idle' || effect === 'zoom' ? [] : [effect], `the film of ${effect}`);
  }
});

test('it is still her, and nothing moves behind her', patience, () => {
  const missed = findingsOf([verdict]).filter(({ isMet }) => !isMet);
  assert.deepEqual(missed, []);
});

test('the figures say so', patience, () => {
  assert.match(describeConfusion([verdict]), /\| smile \| 1 of 1 \| 0 of 1 \| 0 of 1 \| \d\d\.\d dB \| 0\.\d\d \|/);
});
