import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { animate } from './animate.ts';
import type { AnimateRequest } from './check-request.ts';
import { ASPECTS, DURATIONS, RESOLUTIONS } from '../core/film-options.ts';
import { EFFECTS } from '../core/effects.ts';
import { RendererError } from '../core/renderer-error.ts';

const HELP = `Usage: npm run animate -- <photo> -o <film.mp4> [options]

Turns a photo (JPEG, PNG or WebP) into a short film. The report is printed as JSON.

  -o, --output <file>      the film, an MP4
      --poster <file>      its first frame, a JPEG (default: beside the film)
      --effect <name>      ${wrap(EFFECTS)} (default: idle)
      --seed <number>      another number, another version of the effect (default: 1)
      --duration <s>       ${DURATIONS.join(', ')} (default: 5)
      --resolution <name>  the short side: ${RESOLUTIONS.join(', ')} (default: 720p)
      --aspect <shape>     ${ASPECTS.join(', ')} (default: the photo's own shape)
      --loop               the film ends as it begins
      --visible-mark       says "AI-generated" in a corner of the picture
  -h, --help               this text
`;

const CANCELLED_EXIT = { SIGINT: 130, SIGTERM: 143 };

await main();

async function main(): Promise<void> {
  const cancelling = new AbortController();
  let exitCode = 1;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      exitCode = CANCELLED_EXIT[signal];
      cancelling.abort();
    });
  }
  try {
    const request = readArguments(process.argv.slice(2));
    if (!request) return void process.stdout.write(HELP);
    const report = await animate(request, {
      signal: cancelling.signal,
      onProgress: showProgress,
      productName: 'Keepsake',
    });
    endProgress();
    process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
  } catch (error) {
    endProgress();
    if (!(error instanceof RendererError)) throw error;
    process.stderr.write(`${error.message}\n`);
    if (error.code === 'unsupported_option') process.stderr.write('Run with --help to see what there is.\n');
    process.exitCode = exitCode;
  }
}

/** Undefined if help was requested. */
function readArguments(words: string[]): AnimateRequest | undefined {
  const { values, positionals } = parse(words);
  if (values.help) return undefined;
  if (positionals.length !== 1) throw unsupported(`Name one photo, not ${positionals.length}.`);
  if (!values.output) throw unsupported('Name the film to write with -o.');
  const filmPath = fromCaller(values.output);
  return {
    photoPath: fromCaller(positionals[0]!),
    // Validated by `animate`, whose errors list the allowed values.
    effect: values.effect as AnimateRequest['effect'],
    seed: Number(values.seed),
    duration: Number(values.duration) as AnimateRequest['duration'],
    resolution: values.resolution as AnimateRequest['resolution'],
    aspect: values.aspect as AnimateRequest['aspect'],
    loop: values.loop,
    visibleMark: values['visible-mark'],
    filmPath,
    posterPath: values.poster ? fromCaller(values.poster) : `${filmPath.replace(/\.mp4$/i, '')}.jpg`,
  };
}

function parse(words: string[]) {
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        output: { type: 'string', short: 'o' },
        poster: { type: 'string' },
        effect: { type: 'string', default: 'idle' },
        seed: { type: 'string', default: '1' },
        duration: { type: 'string', default: '5' },
        resolution: { type: 'string', default: '720p' },
        aspect: { type: 'string', default: 'default' },
        loop: { type: 'boolean', default: false },
        'visible-mark': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw unsupported((error as Error).message);
  }
}

function unsupported(message: string): RendererError {
  return new RendererError('unsupported_option', message);
}

/**
 * Resolves a path against the caller's folder. npm runs scripts in the package's folder and keeps the caller's in
 * INIT_CWD.
 */
function fromCaller(path: string): string {
  const isNpmScript = process.env['npm_lifecycle_event'] === 'animate';
  return resolve((isNpmScript && process.env['INIT_CWD']) || process.cwd(), path);
}

function showProgress({ frame, frames }: { frame: number; frames: number }): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${frame} of ${frames} frames`);
  else if (frame % 24 === 0) process.stderr.write(`${frame} of ${frames} frames\n`);
}

function endProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
}

function wrap(names: readonly string[]): string {
  const half = Math.ceil(names.length / 2);
  return `${names.slice(0, half).join(', ')},\n                           ${names.slice(half).join(', ')}`;
}
