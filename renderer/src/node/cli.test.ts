import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { fileURLToPath } from 'node:url';
import { drawLandscape } from '../../test/photos.ts';

const CLI = fileURLToPath(new URL('cli.ts', import.meta.url));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'animate-cli-'));
  await drawLandscape(join(folder, 'photo.webp'), 800, 600);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('npm run animate', () => {
  test('writes film and poster, and prints only the JSON report to standard output', async () => {
    const words = [
      'photo.webp',
      '-o',
      'film.mp4',
      '--effect',
      'pet-breathe',
      '--seed',
      '3',
      '--resolution',
      '540p',
      '--loop',
      '--duration',
      '3',
    ];
    const { code, out, err } = await run(words);
    assert.equal(code, 0, err);
    const report = JSON.parse(out);
    assert.deepEqual([report.effect, report.applied, report.seed, report.frames], ['pet-breathe', false, 3, 72]);
    assert.match(err, /72 of 72 frames/);
    assert.deepEqual((await readdir(folder)).toSorted(), ['film.jpg', 'film.mp4', 'photo.webp']);
  });

  test('prints errors to standard error only, and fails', async () => {
    const wrong: [string[], RegExp][] = [
      [[], /Name one photo/],
      [['photo.webp'], /Name the film to write with -o/],
      [['photo.webp', '-o', 'a.mp4', '--effect', 'grin'], /effect must be one of smile/],
      [['photo.webp', '-o', 'a.mp4', '--speed', '2'], /Unknown option '--speed'/],
      [['none.jpg', '-o', 'a.mp4'], /no such file/],
    ];
    for (const [words, message] of wrong) {
      const { code, out, err } = await run(words);
      assert.equal(code, 1);
      assert.equal(out, '');
      assert.match(err, message);
      assert.doesNotMatch(err, /\n\s+at /, 'no stack trace');
    }
  });

  test('prints its usage with --help', async () => {
    const { code, out } = await run(['--help']);
    assert.equal(code, 0);
    assert.match(out, /--effect <name>/);
  });

  test('stops on Ctrl-C and leaves no file', async () => {
    const child = start(['photo.webp', '-o', 'stopped.mp4', '--effect', 'pet-breathe', '--resolution', '540p']);
    const exit = once(child, 'exit');
    await once(child.stderr, 'data');
    child.kill('SIGINT');
    assert.deepEqual(await exit, [130, null]);
    assert.ok(!(await readdir(folder)).some((file) => file.startsWith('stopped')));
  });
});

function start(words: string[]) {
  return spawn(process.execPath, [CLI, ...words], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function run(words: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const child = start(words);
  const [[code], out, err] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
  return { code, out, err };
}
