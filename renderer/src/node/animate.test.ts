import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { animate, type AnimateOptions } from './animate.ts';
import type { AnimateRequest } from './check-request.ts';
import type { AnimateReport } from './render-film.ts';
import { drawCat } from '../../test/draw-cat.ts';
import { describeFilm, meanDifference, psnr, readLuma, topBoxes } from '../../test/film-reader.ts';
import { cutPortrait, drawLandscape, GROUP_PHOTO } from '../../test/photos.ts';

let folder: string;
let landscape: string;
let portrait: string;
const films = new Map<string, Promise<Made>>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'renderer-'));
  landscape = join(folder, 'landscape.png');
  await drawLandscape(landscape, 1200, 800);
  portrait = join(folder, 'portrait.png');
  await (await cutPortrait()).toFile(portrait);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the film', () => {
  const cases = [
    { title: 'a landscape photo in its own shape', film: breathingFilm, size: '812x540', seconds: '05.00', fps: 24 },
    { title: 'nine seconds upright', film: uprightFilm, size: '540x960', seconds: '09.00', fps: 2 },
    { title: 'a square, in a loop', film: squareLoop, size: '720x720', seconds: '05.00', fps: 6 },
  ] as const;
  for (const { title, film: made, size, seconds, fps } of cases) {
    test(`plays everywhere: ${title}`, async () => {
      const { film, report } = await made();
      const said = await describeFilm(film);
      assert.match(said, /Video: h264 \(High\).*yuv420p\(tv, bt709/);
      assert.match(said, new RegExp(`, ${size}[ ,].* ${fps} fps`));
      assert.match(said, new RegExp(`Duration: 00:00:${seconds}`));
      assert.deepEqual((await topBoxes(film)).slice(0, 2), ['ftyp', 'moov'], 'the index comes before the pictures');
      assert.equal(report.fps, fps);
      assert.equal(report.frames, Number(seconds) * fps);
    });
  }

  test('says that it is AI-generated, to people and to machines', async () => {
    const { film } = await breathingFilm();
    assert.match(await describeFilm(film), /comment\s+: AI-generated from a photograph\. Made with Keepsake\./);
    assert.match(
      await readFile(film, 'latin1'),
      /DigitalSourceType="http:\/\/cv\.iptc\.org\/newscodes\/digitalsourcetype\/compositeWithTrained/,
    );
    assert.equal((await topBoxes(film)).at(-1), 'uuid');
  });

  test('says so in its picture too if that is asked for, and in one corner alone', async () => {
    const plain = await breathingFilm();
    const marked = await makeSampled('marked', { photoPath: landscape, effect: 'pet-breathe', visibleMark: true });
    const [one] = await readLuma(plain.film, 812, 540, 1);
    const [other] = await readLuma(marked.film, 812, 540, 1);
    const differs = (left: number, right: number, top: number, bottom: number) => {
      let most = 0;
      for (let y = top; y < bottom; y++) {
        for (let x = left; x < right; x++) most = Math.max(most, Math.abs(one![y * 812 + x]! - other![y * 812 + x]!));
      }
      return most;
    };
    assert.ok(differs(650, 812, 490, 540) > 60, 'the words are there');
    assert.ok(differs(0, 640, 0, 540) < 20 && differs(640, 812, 0, 480) < 20, 'and nothing else');
  });

  test('wears its visible mark no thicker at the end than at the beginning', { tags: ['full'] }, async () => {
    const request = { photoPath: portrait, effect: 'wink', visibleMark: true } as const;
    const { film, report } = await make('marked-faces', request, { fps: 6 });
    assert.deepEqual([report.applied, report.width, report.height], [true, 540, 540]);
    const frames = await readLuma(film, 540, 540);
    const corner = (frame: Buffer) => {
      const rows = Array.from({ length: 40 }, (_, row) => frame.subarray((500 + row) * 540 + 360, (501 + row) * 540));
      return Buffer.concat(rows);
    };
    assert.ok(meanDifference(corner(frames[0]!), corner(frames.at(-1)!)) < 1.5);
  });

  test('is the same film from the same seed, and visibly another from another: idle', { tags: ['full'] }, async () => {
    const first = await idleGroup();
    const again = await makeElsewhere('idle-7-again', { photoPath: GROUP_PHOTO, seed: 7 }, { fps: 5 });
    assert.ok((await readFile(first.film)).equals(await readFile(again.film)), 'the bytes are the same');
    assert.ok((await readFile(first.poster)).equals(await readFile(again.poster)));
    const other = await make('idle-8', { photoPath: GROUP_PHOTO, seed: 8 }, { fps: 6 });
    assert.ok((await mostApart(first.film, other.film)) > 3, 'the frames of the two films differ');
  });

  test('is the same film from the same seed, and visibly another from another: turn', async () => {
    const turn = (seed: number) => ({ photoPath: portrait, effect: 'turn', seed }) as const;
    // Made at the same time: by two threads, and by another process.
    const [first, again, other] = await Promise.all([
      make('turn-7', turn(7), { fps: 3 }),
      makeElsewhere('turn-7-again', turn(7), { fps: 3 }),
      make('turn-8', turn(8), { fps: 3 }),
    ]);
    assert.ok((await readFile(first.film)).equals(await readFile(again.film)), 'the bytes are the same');
    assert.ok((await readFile(first.poster)).equals(await readFile(again.poster)));
    assert.ok((await mostApart(first.film, other.film)) > 1, 'the frames of the two films differ');
  });

  test('begins with the photo, whole and unaltered, and so does the poster', async () => {
    const { film, poster, report } = await idleFilm();
    const [width, height] = [report.width / 2, report.height / 2];
    const photo = await greyPicture(portrait, width, height);
    const [frame] = await readLuma(film, width, height, 1);
    assert.ok(psnr(frame!, photo) >= 38, `${psnr(frame!, photo)} dB`);
    assert.ok(psnr(await greyPicture(poster, width, height), photo) >= 38);
  });

  test('keeps a photo upright that only its metadata turns', async () => {
    const turned = join(folder, 'turned.jpg');
    await sharp(landscape).jpeg().withMetadata({ orientation: 6 }).toFile(turned);
    const { report } = await makeSampled('turned', { photoPath: turned, effect: 'pet-breathe' });
    assert.deepEqual([report.width, report.height], [540, 812]);
  });

  test('of fewer frames per second is as long, and shows the same motion', { tags: ['full'] }, async () => {
    const sampled = await makeSampled('idle-sampled', { photoPath: GROUP_PHOTO, seed: 7 });
    assert.match(await describeFilm(sampled.film), /Duration: 00:00:05\.00[^]* 1 fps/);
    assert.deepEqual([sampled.report.frames, sampled.report.fps], [5, 1]);
    assert.ok((await mostApart((await idleGroup()).film, sampled.film)) < 1);
  });
});

describe('the motion', () => {
  const films = { idle: idleFilm, 'pet-breathe': breathingLoop, zoom: squareLoop };
  for (const [effect, made] of Object.entries(films)) {
    test(`is there, in every part of the film, and never jumps: ${effect}`, async () => {
      const { film, report } = await made();
      const frames = await readLuma(film, report.width / 2, report.height / 2);
      const steps = frames.slice(1).map((frame, i) => meanDifference(frame, frames[i]!));
      const middle = steps.slice(report.fps / 2, -report.fps / 2).toSorted((a, b) => a - b);
      const median = middle[middle.length >> 1]!;
      assert.ok(median > 0.1, `it moves: ${median}`);
      assert.ok(Math.max(...steps) < 4 * median, `it is smooth: ${Math.max(...steps)} after ${median}`);
      assert.ok(meanDifference(frames[0]!, frames[frames.length >> 1]!) > 2, 'it is to be seen');
    });
  }

  test('closes a loop: the last frame leads into the first as into any other', async () => {
    for (const made of [breathingLoop, squareLoop]) {
      const { film, report } = await made();
      const frames = await readLuma(film, report.width / 2, report.height / 2);
      const steps = frames.slice(1).map((frame, i) => meanDifference(frame, frames[i]!));
      assert.ok(meanDifference(frames.at(-1)!, frames[0]!) <= Math.max(...steps));
      assert.ok(meanDifference(frames[frames.length >> 1]!, frames[0]!) > 2, 'it did move in between');
    }
  });

  test('is reported for what it is', async () => {
    const smile = await uprightFilm();
    assert.equal(smile.report.applied, false);
    assert.match(smile.report.fallback?.reason ?? '', /in place of a smile: no face was found in the photo/);
    assert.equal(smile.report.fallback?.code, 'no_face');
    const wave = await makeSampled('wave', { photoPath: portrait, effect: 'wave' });
    assert.deepEqual([wave.report.applied, wave.report.fallback?.motion], [false, 'nod']);
    assert.match(wave.report.fallback?.reason ?? '', /^A nod in place of a wave: no raised, open hand/);
    const cat = join(folder, 'cat.png');
    await writeFile(cat, await drawCat());
    const ears = await makeSampled('ears', { photoPath: cat, effect: 'pet-ears' });
    assert.deepEqual([ears.report.applied, ears.report.faces, ears.report.fallback], [true, 1, undefined]);
    const nobodys = await makeSampled('nobodys-ears', { photoPath: portrait, effect: 'pet-ears' });
    assert.deepEqual([nobodys.report.faces, nobodys.report.fallback?.code], [0, 'no_ears']);
    const breathing = await breathingFilm();
    assert.match(breathing.report.fallback?.reason ?? '', /no person or animal stands out/);
    const zoom = await squareLoop();
    assert.equal(zoom.report.applied, true);
    assert.equal(zoom.report.fallback, undefined);
  });
});

describe('cancelling', () => {
  test('in the middle of a film ends the encoder and leaves no file', async () => {
    const cancelling = new AbortController();
    const name = 'cancelled';
    const rendering = make(
      name,
      { photoPath: landscape, effect: 'pet-breathe' },
      {
        signal: cancelling.signal,
        onProgress: ({ frame }) => frame === 20 && cancelling.abort(),
      },
    );
    await assert.rejects(rendering, { name: 'RendererError', code: 'cancelled' });
    assert.deepEqual(await filesOf(name), []);
    assert.deepEqual(await childPrograms(), []);
    const { report } = await makeSampled('afterwards', { photoPath: portrait, effect: 'smile' });
    assert.deepEqual([report.applied, report.faces, report.fallback], [true, 1, undefined], 'the next is made as ever');
  });

  test('beforehand starts nothing', async () => {
    await assert.rejects(make('never', { photoPath: landscape }, { signal: AbortSignal.abort() }), {
      code: 'cancelled',
    });
    assert.deepEqual(await filesOf('never'), []);
  });
});

describe('a bad request says what is wrong', () => {
  test('with the photo', async () => {
    const bytes = await readFile(GROUP_PHOTO);
    const half = join(folder, 'half.jpg');
    await writeFile(half, bytes.subarray(0, bytes.length / 2));
    await assert.rejects(make('bad', { photoPath: half }), {
      code: 'unreadable_photo',
      message: /^The photo is damaged/,
    });
    const beheaded = join(folder, 'beheaded.png');
    await writeFile(beheaded, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
    await assert.rejects(make('bad', { photoPath: beheaded }), {
      code: 'unreadable_photo',
      message: 'The photo is damaged: Input buffer has corrupt header',
    });
    const page = join(folder, 'page.jpg');
    await writeFile(page, '<!doctype html><title>A page</title>');
    await assert.rejects(make('bad', { photoPath: page }), {
      code: 'unreadable_photo',
      message: /not a JPEG, PNG or WebP/,
    });
    await assert.rejects(make('bad', { photoPath: join(folder, 'none.jpg') }), {
      code: 'unreadable_photo',
      message: /no such file/,
    });
    const tiny = join(folder, 'tiny.png');
    await drawLandscape(tiny, 60, 40);
    await assert.rejects(make('bad', { photoPath: tiny }), { code: 'photo_too_small', message: /60 x 40/ });
    assert.deepEqual(await filesOf('bad'), []);
  });

  test('with an option', async () => {
    const wrong: [Partial<Record<keyof AnimateRequest, unknown>>, RegExp][] = [
      [{ effect: 'grin' }, /^effect must be one of smile, .*, not "grin"/],
      [{ duration: 7 }, /^duration must be one of 3, 5, 9, not 7/],
      [{ seed: -1 }, /^seed must be a whole number/],
      [{ seed: Number.NaN }, /not NaN/],
      [{ aspect: '2:1' }, /^aspect must be one of default, 1:1/],
      [{ resolution: '4k' }, /^resolution must be one of 540p/],
      [{ loop: 'yes' }, /^loop must be true or false/],
      [{ filmPath: landscape }, /^filmPath must be a path of its own/],
    ];
    for (const [option, message] of wrong) {
      const request = { photoPath: landscape, ...option } as Partial<AnimateRequest>;
      await assert.rejects(make('wrong', request), { code: 'unsupported_option', message });
    }
  });

  test('with the place for the film', async () => {
    const filmPath = join(folder, 'nowhere', 'film.mp4');
    await assert.rejects(make('lost', { photoPath: landscape, filmPath }), {
      code: 'unwritable_target',
      message: /nowhere.*ENOENT/,
    });
    await assert.rejects(make('lost', { photoPath: landscape, filmPath: folder }), {
      code: 'unwritable_target',
      message: /folder/,
    });
    assert.deepEqual(await filesOf('lost'), []);
  });
});

interface Made {
  film: string;
  poster: string;
  report: AnimateReport;
}

/** Films that several tests look at; each is made once. */
function breathingFilm(): Promise<Made> {
  return once('breathing', { photoPath: landscape, effect: 'pet-breathe' }, { productName: 'Keepsake' });
}
function uprightFilm(): Promise<Made> {
  return once('upright', { photoPath: landscape, effect: 'smile', aspect: '9:16', duration: 9 }, { fps: 2 });
}
function squareLoop(): Promise<Made> {
  const request = { photoPath: landscape, effect: 'zoom', aspect: '1:1', resolution: '720p', loop: true } as const;
  return once('square', request, { fps: 6 });
}
function breathingLoop(): Promise<Made> {
  return once('breathing-loop', { photoPath: GROUP_PHOTO, effect: 'pet-breathe', loop: true }, { fps: 6 });
}
function idleFilm(): Promise<Made> {
  return once('idle-portrait', { photoPath: portrait, seed: 7 }, { fps: 6 });
}
function idleGroup(): Promise<Made> {
  // A frame more than a multiple of four: the second, third and fourth of a film of five frames are among them.
  return once('idle-7', { photoPath: GROUP_PHOTO, seed: 7 }, { fps: 5 });
}

function once(name: string, request: Partial<AnimateRequest>, options: AnimateOptions = {}): Promise<Made> {
  const known = films.get(name) ?? make(name, request, options);
  films.set(name, known);
  return known;
}

/** A frame for each second: enough where only the report or the first frame is looked at. */
function makeSampled(name: string, request: Partial<AnimateRequest>): Promise<Made> {
  return make(name, request, { fps: 1 });
}

async function make(name: string, request: Partial<AnimateRequest>, options: AnimateOptions = {}): Promise<Made> {
  const whole = wholeRequest(name, request);
  return { film: whole.filmPath, poster: whole.posterPath, report: await animate(whole, options) };
}

function wholeRequest(name: string, request: Partial<AnimateRequest>): AnimateRequest {
  const stem = join(folder, name.replaceAll(' ', '-'));
  const plain = { effect: 'idle', seed: 1, duration: 5, resolution: '540p', aspect: 'default', loop: false } as const;
  return { ...plain, photoPath: '', filmPath: `${stem}.mp4`, posterPath: `${stem}-poster.jpg`, ...request };
}

/** The largest difference between frames that two films of the group show at the same share of their length. */
async function mostApart(one: string, other: string): Promise<number> {
  const [all, few] = await Promise.all([one, other].map((film) => readLuma(film, 370, 270)));
  const scale = (all!.length - 1) / (few!.length - 1);
  return Math.max(...few!.map((frame, i) => meanDifference(frame, all![Math.round(i * scale)]!)));
}

/** The same in a process of its own. */
async function makeElsewhere(name: string, request: Partial<AnimateRequest>, options: AnimateOptions): Promise<Made> {
  const whole = wholeRequest(name, request);
  const program = join(folder, `${name}.mjs`);
  const call = `animate(${JSON.stringify(whole)}, ${JSON.stringify(options)})`;
  await writeFile(
    program,
    `import { animate } from '${import.meta.resolve('./animate.ts')}'; console.log(JSON.stringify(await ${call}));`,
  );
  const { stdout } = await promisify(execFile)(process.execPath, [program]);
  const { filmPath: film, posterPath: poster } = whole;
  return { film, poster, report: JSON.parse(stdout) as AnimateReport };
}

async function filesOf(name: string): Promise<string[]> {
  return (await readdir(folder)).filter((file) => file.startsWith(name) && !/\.(png|html)$/.test(file));
}

/** A picture's brightness after BT.709, as in the film; sharp's own grey weighs the colours otherwise. */
async function greyPicture(path: string, width: number, height: number): Promise<Uint8Array> {
  const rgb = await sharp(path).resize(width, height, { fit: 'fill' }).removeAlpha().raw().toBuffer();
  const luma = (at: number) => 0.2126 * (rgb[at] ?? 0) + 0.7152 * (rgb[at + 1] ?? 0) + 0.0722 * (rgb[at + 2] ?? 0);
  return Uint8Array.from({ length: width * height }, (_, pixel) => Math.round(luma(pixel * 3)));
}

/** Names of this process's own child processes, from Linux's process table; none if there is no such table. */
async function childPrograms(): Promise<string[]> {
  const entries = await readdir('/proc').catch((): string[] => []);
  const states = await Promise.all(
    entries.filter((name) => /^\d+$/.test(name)).map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')),
  );
  return states.flatMap((state) => {
    const [, program, parent] = /^\d+ \((.*)\) \S (\d+)/.exec(state) ?? [];
    return program && Number(parent) === process.pid ? [program] : [];
  });
}
