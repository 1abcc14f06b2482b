import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { animate } from '../../../renderer/src/node/animate.ts';
import type { EffectName } from '../../../renderer/src/core/effects.ts';
import type { Resolution } from '../../../renderer/src/core/film-options.ts';
import { findEncoder } from '../../../renderer/src/node/film/find-encoder.ts';
import { drawWave } from '../../../renderer/test/draw-wave.ts';
import { memoryOfTree, processorTime, watch } from '../environment/child-process.ts';
import { atMost, fromRow, show, type Figure } from '../figure.ts';
import type { Scale } from '../environment/environment.ts';

const exec = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const photoPath = join(root, 'node_modules/@vladmandic/face-api/demo/sample1.jpg');
const maxMemory = 700 * 1024 * 1024;

/**
 * A 5 s film in which three people smile, compared with ffmpeg's zoom filter on the picture enlarged four times (the usual way to make it smooth).
 * Both take turns; the shortest of all rounds counts, since other programs only ever lengthen one. The processor's time is the second witness.
 */
export async function benchRenderer({ isTrial }: Scale): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-bench-'));
  const encoder = await findEncoder();
  const rounds = isTrial ? 1 : 5;
  try {
    const figures: Figure[] = [];
    for (const [resolution, size] of [
      ['720p', '1080x720'],
      ['1080p', '1620x1080'],
    ] as const) {
      const times = await takeTurns(rounds, {
        one: () => film('smile', resolution, join(folder, 'film')),
        two: () =>
          resolution === '720p' && Promise.all(['a', 'b'].map((name) => film('smile', resolution, join(folder, name)))),
        zoom: () => zoomPan(encoder, size, join(folder, 'zoom.mp4')),
      });
      const row = (what: string, ours: number, theirs: number, target: string) =>
        fromRow({
          what,
          ours: show.seconds(ours),
          baseline: `zoompan ${show.seconds(theirs)}`,
          ratio: ours / theirs,
          target,
        });
      figures.push(row(`5 s at ${resolution}`, times.one.wall, times.zoom.wall, '≤ 1.5'));
      figures.push(row(`5 s at ${resolution}, processor`, times.one.processor, times.zoom.processor, '≤ 1.5'));
      if (resolution === '720p') {
        figures.push(row('5 s at 720p, two films at once, each', times.two.wall / 2, times.zoom.wall, '≤ 1.5'));
      }
    }
    return [...figures, ...(await benchWave(folder, encoder, rounds)), ...(await benchMemory(folder))];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A film in which an arm waves, on a drawn arm beside a real face. */
async function benchWave(folder: string, encoder: string, rounds: number): Promise<Figure[]> {
  const path = join(folder, 'wave.jpg');
  await writeFile(path, await drawWave());
  const times = await takeTurns(rounds, {
    wave: () => film('wave', '720p', join(folder, 'waving'), path),
    zoom: () => zoomPan(encoder, '720x800', join(folder, 'zoom.mp4'), path),
  });
  return (['wall', 'processor'] as const).map((clock) =>
    fromRow({
      what: `5 s at 720p with a waving arm${clock === 'wall' ? '' : ', processor'}`,
      ours: show.seconds(times.wave[clock]),
      baseline: `zoompan ${show.seconds(times.zoom[clock])}`,
      ratio: times.wave[clock] / times.zoom[clock],
      target: '≤ 2',
    }),
  );
}

/** The largest accepted photo, in the most expensive format, and an ordinary phone photo. */
async function benchMemory(folder: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [what, width, resolution] of [
    ['12 megapixels at 720p', 4243, '720p'],
    ['50 megapixels, progressive, at 1080p', 8660, '1080p'],
  ] as const) {
    const photo = join(folder, 'photo.jpg');
    await sharp(photoPath).resize(width).jpeg({ progressive: true }).toFile(photo);
    const words = ['--effect', 'smile', '--resolution', resolution, '-o', join(folder, 'large.mp4')];
    const rendering = exec(process.execPath, [join(root, 'renderer/src/node/cli.ts'), photo, ...words]);
    const { peak } = await watch(
      () => memoryOfTree(rendering.child.pid ?? 0),
      () => rendering,
      20,
    );
    figures.push(
      atMost(`memory of renderer and encoder, ${what}`, { ours: peak, bound: maxMemory, show: show.megabytes }),
    );
  }
  return figures;
}

async function film(effect: EffectName, resolution: Resolution, stem: string, photo = photoPath): Promise<void> {
  const plain = { seed: 1, duration: 5, aspect: 'default', loop: false } as const;
  const { applied } = await animate({
    ...plain,
    effect,
    photoPath: photo,
    resolution,
    filmPath: `${stem}.mp4`,
    posterPath: `${stem}.jpg`,
  });
  if (!applied) throw new Error(`The film does not show ${effect}.`);
}

async function zoomPan(encoder: string, size: string, output: string, photo = photoPath): Promise<void> {
  const [width, height] = size.split('x').map(Number);
  const enlarged = `scale=${(width ?? 0) * 4}:${(height ?? 0) * 4}`;
  const zoom = `zoompan=z='1+0.001*on':x='iw/2-iw/zoom/2':y='ih/2-ih/zoom/2':d=120:s=${size}:fps=24`;
  const filter = ['-vf', `${enlarged},${zoom},format=yuv420p`, '-frames:v', '120'];
  await exec(encoder, [
    '-y',
    '-loglevel',
    'error',
    '-i',
    photo,
    ...filter,
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    output,
  ]);
}

interface Cost {
  wall: number;
  /** Time on all cores, of the process and its children. */
  processor: number;
}

/** Runs the tasks alternately, so that other load on the machine affects all of them. @returns the least of all rounds in ms */
async function takeTurns<Name extends string>(
  rounds: number,
  works: Record<Name, () => unknown>,
): Promise<Record<Name, Cost>> {
  const names = Object.keys(works) as Name[];
  const costs = Object.fromEntries(names.map((name) => [name, { wall: Infinity, processor: Infinity }])) as Record<
    Name,
    Cost
  >;
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      const started = performance.now();
      const before = await processorTime();
      await works[name]();
      costs[name].wall = Math.min(costs[name].wall, performance.now() - started);
      costs[name].processor = Math.min(costs[name].processor, (await processorTime()) - before);
    }
  }
  return costs;
}
