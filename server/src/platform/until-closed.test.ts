import assert from 'node:assert/strict';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { test } from 'vitest';
import { untilClosed } from './until-closed.ts';

test('a file whose writer failed before it was open can be removed afterwards, and does not reappear', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-closed-'));
  t.onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (let round = 0; round < 20; round += 1) {
    const path = join(folder, 'draft');
    const file = createWriteStream(path, { flags: 'wx' });
    const gone = new Readable({ read: () => undefined });
    gone.destroy(new Error('gone'));
    await assert.rejects(pipeline(gone, unchanged, file), /gone/);
    await untilClosed(file);
    assert.ok(file.closed);
    await rm(path, { force: true });
    assert.deepEqual(await readdir(folder), []);
  }
});

async function* unchanged(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* source;
}

test('a file that cannot be opened does not block', async () => {
  const file = createWriteStream(join(tmpdir(), 'keepsake-missing', 'draft'));
  await assert.rejects(pipeline(Readable.from(['text']), file), { code: 'ENOENT' });
  await untilClosed(file);
  assert.ok(file.closed);
});
