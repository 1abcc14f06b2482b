import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { drawNoise, drawPhoto } from '../../../test/draw-photo.ts';
import { until } from '../../../test/until.ts';
import { isAlive } from '../../platform/process-life.ts';
import { DecodingTimedOut } from './decoder-process.ts';
import { createPhotoDecoder } from './photo-decoder.ts';

let folder: string;
let photo: string;
/** A named pipe that nobody writes to: reading it waits for ever. */
let endless: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'decoder-'));
  photo = join(folder, 'photo.jpg');
  await drawPhoto().jpeg().toFile(photo);
  endless = join(folder, 'endless');
  await promisify(execFile)('mkfifo', [endless]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const options = { owner: 'a', limitMs: 60_000 };

describe('a process that decodes', () => {
  test('is reused, ends after an idle time, and is replaced', async () => {
    const decoder = createPhotoDecoder({ atOnce: 1, restMs: 1500 });
    const widthOf = async () => (await decoder.run('readHeader', [photo], options))?.width;
    assert.equal(await widthOf(), 900);
    const [first] = decoder.pids();
    assert.ok(first);
    assert.equal(await widthOf(), 900);
    assert.deepEqual(decoder.pids(), [first]);
    await until(() => !isAlive(first));
    assert.deepEqual(decoder.pids(), []);
    assert.equal(await widthOf(), 900);
  });

  test('is killed when it does not answer, and the next photo is decoded', async () => {
    const decoder = createPhotoDecoder({ atOnce: 1, restMs: 60_000 });
    await decoder.run('readHeader', [photo], options);
    const [pid] = decoder.pids();
    assert.ok(pid);
    const slow = decoder.run('readHeader', [endless], { ...options, limitMs: 50 });
    const next = decoder.run('readHeader', [photo], options);
    await assert.rejects(slow, DecodingTimedOut);
    assert.equal((await next)?.width, 900);
    await until(() => !isAlive(pid));
    assert.equal(decoder.pids().length, 1);
  });

  test('is killed when it works for too long', async () => {
    const decoder = createPhotoDecoder({ atOnce: 1, restMs: 60_000 });
    const large = join(folder, 'large.jpg');
    await (await drawNoise(1500, 1200)).jpeg({ progressive: true }).toFile(large);
    const header = await decoder.run('readHeader', [large], options);
    assert.ok(header);
    const [pid] = decoder.pids();
    const size = { width: 1500, height: 1200 };
    await assert.rejects(decoder.run('redraw', [large, header, size], { ...options, limitMs: 5 }), DecodingTimedOut);
    await until(() => !decoder.pids().includes(pid ?? 0) && !isAlive(pid ?? 0));
    assert.equal((await decoder.run('redraw', [large, header, size], options)).width, 1500);
  });

  test('is replaced when it dies, and its photo is decoded by the next', async () => {
    const decoder = createPhotoDecoder({ atOnce: 1, restMs: 60_000 });
    await decoder.run('readHeader', [photo], options);
    const [first] = decoder.pids();
    assert.ok(first);
    const interrupted = decoder.run('readHeader', [endless], options);
    process.kill(first, 'SIGKILL');
    await until(() => !decoder.pids().includes(first) && decoder.pids().length === 1);
    await writeFile(endless, await readFile(photo));
    assert.equal((await interrupted)?.width, 900);
  });

  test('refuses a photo that it cannot read, and continues', async () => {
    const decoder = createPhotoDecoder({ atOnce: 1, restMs: 60_000 });
    await assert.rejects(decoder.run('readHeader', [folder], options), { name: 'DecodingFailed' });
    const before = decoder.pids();
    assert.equal((await decoder.run('readHeader', [photo], options))?.width, 900);
    assert.deepEqual(decoder.pids(), before);
  });

  test('skips a photo whose request was aborted while it waited', async () => {
    const decoder = createPhotoDecoder({ atOnce: 1, restMs: 60_000 });
    const signal = AbortSignal.abort(new Error('gone'));
    await assert.rejects(decoder.run('readHeader', [photo], { ...options, signal }), /gone/);
    assert.deepEqual(decoder.pids(), []);
  });

  test('ends while it works when the server is killed', async () => {
    const script = `
      import { createPhotoDecoder } from ${JSON.stringify(new URL('photo-decoder.ts', import.meta.url))};
      const decoder = createPhotoDecoder({ atOnce: 1, restMs: 60_000 });
      await decoder.run('readHeader', [${JSON.stringify(photo)}], { owner: 'a', limitMs: 60_000 });
      void decoder.run('readHeader', [${JSON.stringify(endless)}], { owner: 'a', limitMs: 60_000 });
      process.stdout.write(String(decoder.pids()[0]));`;
    const server = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = (await once(server.stdout, 'data')) as [Buffer];
    const pid = Number(said);
    assert.ok(isAlive(pid));
    server.kill('SIGKILL');
    await until(() => !isAlive(pid));
  });
});
