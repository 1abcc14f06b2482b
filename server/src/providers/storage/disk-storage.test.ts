import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test, type TestContext } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { createDiskStorage } from './disk-storage.ts';
import { listedKeys, storageSuite } from './storage.suite.ts';

storageSuite('A folder', async (t) => createDiskStorage(await newFolder(t)));

test('incomplete files of a killed process are deleted at the next start', async (t) => {
  const folder = await newFolder(t);
  const script = `
    const { createDiskStorage } = await import(${JSON.stringify(join(import.meta.dirname, 'disk-storage.ts'))});
    const storage = await createDiskStorage(${JSON.stringify(folder)});
    async function* endless() { yield Buffer.from('half'); process.stdout.write('writing'); await new Promise((resolve) => setTimeout(resolve, 1e6)); }
    await storage.put('photos/${newId()}.jpg', (await import('node:stream')).Readable.from(endless()), 'image/jpeg');`;
  const writer = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(writer.stdout, 'data');
  const started = await createDiskStorage(folder);
  assert.equal((await readdir(join(folder, '.tmp'))).length, 1, 'a living process keeps its file');
  writer.kill('SIGKILL');
  await once(writer, 'exit');
  await createDiskStorage(folder);
  assert.deepEqual(await readdir(join(folder, '.tmp')), []);
  assert.deepEqual(await listedKeys(started, 'photos/'), []);
});

test('a full disk is reported as storage_full and leaves no fragment', async (t) => {
  const folder = await newFolder(t);
  const key = `films/${newId()}.mp4`;
  // The process's file size is limited to 1 MB, which imitates a full disk without root rights.
  const writer = spawn(
    'sh',
    ['-c', 'ulimit -f 2048; exec "$0" "$@"', process.execPath, ...put(folder, key, 3_000_000)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  assert.equal(await text(writer.stdout), 'storage_full');
  assert.deepEqual(await readdir(join(folder, '.tmp')), []);
  const storage = await createDiskStorage(folder);
  assert.equal(await storage.size(key), undefined);
  await storage.put(key, Buffer.from('there is room again'), 'video/mp4');
});

test('a folder that cannot be written is not ready', { skip: process.getuid?.() === 0 }, async (t) => {
  const folder = await newFolder(t);
  const storage = await createDiskStorage(folder);
  await chmod(join(folder, '.tmp'), 0o500);
  t.onTestFinished(() => chmod(join(folder, '.tmp'), 0o700));
  await assert.rejects(storage.check());
});

test('foreign files in the folder are ignored', async (t) => {
  const folder = await newFolder(t);
  const storage = await createDiskStorage(folder);
  await mkdir(join(folder, 'photos', 'folder'), { recursive: true });
  await writeFile(join(folder, 'README'), 'not ours');
  assert.deepEqual(await listedKeys(storage, 'photos/'), []);
});

async function newFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-storage-'));
  t.onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Arguments of a process that stores this many bytes and prints the result. */
function put(folder: string, key: string, bytes: number): string[] {
  const script = `
    const { createDiskStorage } = await import(${JSON.stringify(join(import.meta.dirname, 'disk-storage.ts'))});
    const storage = await createDiskStorage(${JSON.stringify(folder)});
    await storage.put(${JSON.stringify(key)}, Buffer.alloc(${bytes}), 'video/mp4').then(
      () => process.stdout.write('stored'), (error) => process.stdout.write(String(error.code)));`;
  return ['--input-type=module', '-e', script];
}
