import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { searchEncoder } from './find-encoder.ts';

const platform = `${process.platform}-${process.arch}`;
let poor: string;
let rich: string;

beforeAll(async () => {
  poor = await folderWithFfmpeg(' V..... mpeg4  MPEG-4 part 2');
  rich = await folderWithFfmpeg(' V..... libx264  libx264 H.264 / AVC');
});
afterAll(() => Promise.all([poor, rich].map((folder) => rm(folder, { recursive: true }))));

// The stand-ins are shell scripts.
describe('the encoder', { skip: process.platform === 'win32' }, () => {
  test("is the machine's own ffmpeg if it has libx264", async () => {
    assert.equal(await searchEncoder({ searchPath: [poor, rich].join(delimiter), platform }), join(rich, 'ffmpeg'));
  });

  test('is the packaged one if the machine has no ffmpeg, or one without libx264', async () => {
    for (const searchPath of ['', poor]) {
      assert.match(await searchEncoder({ searchPath, platform }), /node_modules/);
    }
  });

  test('is reported as missing if there is neither', async () => {
    const search = searchEncoder({ searchPath: poor, platform: 'sunos-x64' });
    await assert.rejects(search, { code: 'encoder_missing', message: /libx264.*sunos-x64/ });
  });
});

async function folderWithFfmpeg(encoders: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ffmpeg-'));
  await writeFile(join(folder, 'ffmpeg'), `#!/bin/sh\necho "${encoders}"\n`, { mode: 0o755 });
  return folder;
}
