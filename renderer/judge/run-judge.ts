// Judges films of photos with an independent face detector; see `--help`.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FACE_EFFECTS, type EffectName } from '../src/core/effects.ts';
import { JUDGED } from './give-verdict.ts';
import type { PhotoVerdict, JudgeOptions } from './judge-photo.ts';
import { SAMPLE_PHOTOS } from './sample-photos.ts';
import { describeConfusion, describeFindings, findingsOf } from './describe-verdicts.ts';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

const HELP = `Usage: npm run judge -- [options]

Makes films of photos and watches them with another face detector. Fails where a bar is not met.

  --short              two photos, and the effects with a bar alone
  --photos <folder>    these photos instead of the samples that come with the detector
  --effects <a,b>      these effects alone
  --seed <number>      another version of each effect (default: 1)
  --keep <folder>      keeps the films there
  --sheets <folder>    writes a contact sheet of each photo there
  --write              puts the figures into docs/renderer.md
`;
/** Effects with a bar come first. */
const EFFECTS = [...new Set<EffectName>([...JUDGED, ...FACE_EFFECTS])];
const TUNING = 'Photos the effects were tuned on';
const DOCUMENT = join(import.meta.dirname, '../../docs/renderer.md');

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    photos: { type: 'string' },
    effects: { type: 'string' },
    seed: { type: 'string', default: '1' },
    keep: { type: 'string' },
    sheets: { type: 'string' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) process.stdout.write(HELP);
else await judge();

async function judge(): Promise<void> {
  const started = performance.now();
  const folder = values.keep ?? (await mkdtemp(join(tmpdir(), 'judge-')));
  for (const each of [folder, values.sheets]) if (each) await mkdir(each, { recursive: true });
  try {
    const chosen: readonly string[] = values.effects?.split(',') ?? (values.short ? JUDGED : EFFECTS);
    const effects = EFFECTS.filter((effect) => chosen.includes(effect));
    const parts = await photoParts();
    const options = { effects, seed: Number(values.seed), folder, sheets: values.sheets };
    const verdicts = await judgePhotos(
      parts.flatMap(({ photos }) => photos),
      options,
      (verdict) => process.stderr.write(`${verdict.name}: ${summary(verdict)}\n`),
    );
    const tables = parts.map(({ title, photos }) => {
      const these = verdicts.splice(0, photos.length);
      const findings = findingsOf(these);
      if (title !== TUNING && findings.some(({ isMet }) => !isMet)) process.exitCode = 1;
      return `### ${title}\n\n${count(these)}\n\n${describeFindings(findings)}\n\n${describeConfusion(these)}`;
    });
    process.stdout.write(`${tables.join('\n\n')}\n`);
    process.stderr.write(`${Math.round((performance.now() - started) / 1000)} s\n`);
    if (values.write) await writeDocument(tables.join('\n\n'));
  } finally {
    if (!values.keep) await rm(folder, { recursive: true, force: true });
  }
}

async function photoParts(): Promise<{ title: string; photos: string[] }[]> {
  if (values.photos) return [{ title: 'Photos', photos: await photosIn(values.photos) }];
  const part = (name: string) => SAMPLE_PHOTOS.filter((photo) => photo.part === name).map(({ path }) => path);
  const few = values.short ? 1 : undefined;
  return [
    { title: 'Photos held back', photos: part('held back').slice(0, few) },
    { title: TUNING, photos: part('tuning').slice(0, few) },
  ];
}

async function photosIn(path: string): Promise<string[]> {
  const names = await readdir(path);
  return names
    .filter((name) => /\.(jpe?g|png|webp)$/i.test(name))
    .toSorted()
    .map((name) => join(path, name));
}

function count(verdicts: readonly PhotoVerdict[]): string {
  const faces = verdicts.reduce((sum, { counts }) => sum + counts.smile.length, 0);
  const films = verdicts.reduce((sum, verdict) => sum + verdict.films.length, 0);
  return `${verdicts.length} photos (${verdicts.map(({ name }) => name).join(', ')}) with ${faces} faces, ${films} films, seed ${values.seed}.`;
}

/** Rewrites the section between the document's two markers. */
async function writeDocument(tables: string): Promise<void> {
  const document = await readFile(DOCUMENT, 'utf8');
  const marked = /(<!-- judge -->\n)[^]*(<!-- end of judge -->)/;
  if (!marked.test(document)) throw new Error(`${DOCUMENT} has no place for the judge's figures.`);
  await writeFile(
    DOCUMENT,
    document.replace(marked, (_, begin: string, end: string) => `${begin}\n${tables}\n\n${end}`),
  );
}

function summary({ counts, films }: PhotoVerdict): string {
  const parts = films.map(({ effect, shown, report, background, strangeness }) => {
    const marks = JUDGED.map((judged) => {
      const asked = counts[judged].filter(Boolean).length;
      return `${judged} ${shown[judged].filter((is, face) => is && counts[judged][face]).length}/${asked}`;
    });
    const quality = background === undefined ? '' : ` ${background.toFixed(0)} dB`;
    return `${effect} (${report.faces}): ${marks.join(', ')},${quality} ${strangeness.toFixed(2)}`;
  });
  return `\n  ${parts.join('\n  ')}`;
}

/** Judges photos in up to four worker threads, one per core; verdicts keep the photos' order. */
async function judgePhotos(
  photos: readonly string[],
  options: JudgeOptions,
  onVerdict: (verdict: PhotoVerdict) => void = () => undefined,
): Promise<PhotoVerdict[]> {
  const verdicts: PhotoVerdict[] = [];
  const waiting = [...photos.entries()];
  const threads = Array.from({ length: Math.min(4, availableParallelism(), photos.length) }, async () => {
    const worker = new Worker(new URL('./judge-photo.worker.ts', import.meta.url), { workerData: options });
    try {
      await once(worker, 'message');
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        worker.postMessage(next[1]);
        const [verdict] = (await once(worker, 'message')) as [PhotoVerdict];
        verdicts[next[0]] = verdict;
        onVerdict(verdict);
      }
    } finally {
      await worker.terminate();
    }
  });
  await Promise.all(threads);
  return verdicts;
}
