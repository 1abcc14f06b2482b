import { createHash } from 'node:crypto';
import { buffer, text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { readFile } from 'node:fs/promises';
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { StorageMissing, type Storage } from './storage.ts';

/** Tests that every storage must pass. `create` returns an empty one, which is removed after the test. */
export function storageSuite(name: string, create: (t: TestContext) => Promise<Storage>): void {
  describe(`${name} keeps files`, () => {
    test('returns what was stored, byte for byte, with its length and SHA-256', async (t) => {
      const storage = await create(t);
      const key = photoKey();
      const content = Buffer.alloc(300_000, 'abcdefg');
      const stored = await storage.put(key, content, 'image/jpeg');
      assert.equal(stored.bytes, content.length);
      assert.deepEqual(stored.sha256, createHash('sha256').update(content).digest());
      assert.equal(await storage.size(key), content.length);
      assert.deepEqual(await buffer(await storage.read(key)), content);
    });

    test('stores a stream with chunks of any size', async (t) => {
      const storage = await create(t);
      const key = photoKey();
      const stored = await storage.put(key, Readable.from([Buffer.from('one '), Buffer.from('two')]), 'image/jpeg');
      assert.equal(stored.bytes, 7);
      assert.equal(await text(await storage.read(key)), 'one two');
    });

    test('replaces an existing file', async (t) => {
      const storage = await create(t);
      const key = photoKey();
      await storage.put(key, Buffer.from('a longer first file'), 'image/jpeg');
      await storage.put(key, Buffer.from('second'), 'image/jpeg');
      assert.equal(await text(await storage.read(key)), 'second');
    });

    test('stores nothing of a source that fails, and keeps the previous file', async (t) => {
      const storage = await create(t);
      const [fresh, known] = [photoKey(), photoKey()];
      await storage.put(known, Buffer.from('before'), 'image/jpeg');
      for (const key of [fresh, known]) {
        await assert.rejects(storage.put(key, breakingOff(), 'image/jpeg'), /line cut/);
      }
      assert.equal(await storage.size(fresh), undefined);
      assert.equal(await text(await storage.read(known)), 'before');
      assert.deepEqual(await listedKeys(storage, 'photos/'), [known]);
    });

    test('reads a range, both ends included', async (t) => {
      const storage = await create(t);
      const key = photoKey();
      await storage.put(key, Buffer.from('0123456789'), 'image/jpeg');
      assert.equal(await text(await storage.read(key, { start: 2, end: 5 })), '2345');
      assert.equal(await text(await storage.read(key, { start: 9, end: 9 })), '9');
    });

    test('provides the file at a local path', async (t) => {
      const storage = await create(t);
      const key = photoKey();
      await storage.put(key, Buffer.from('local'), 'image/jpeg');
      assert.equal(await storage.withLocalFile(key, (path) => readFile(path, 'utf8')), 'local');
    });

    test('reports a missing file', async (t) => {
      const storage = await create(t);
      const key = photoKey();
      assert.equal(await storage.size(key), undefined);
      await assert.rejects(storage.read(key), StorageMissing);
      await assert.rejects(
        storage.withLocalFile(key, async () => undefined),
        StorageMissing,
      );
    });

    test('removes a file, and removing it again is no error', async (t) => {
      const storage = await create(t);
      const key = photoKey();
      await storage.put(key, Buffer.from('gone soon'), 'image/jpeg');
      await storage.remove(key);
      await storage.remove(key);
      assert.equal(await storage.size(key), undefined);
    });

    test('lists the keys of a folder, none for an unused one', async (t) => {
      const storage = await create(t);
      const photos = [photoKey(), photoKey()];
      for (const key of photos) await storage.put(key, Buffer.from(key), 'image/jpeg');
      await storage.put(`films/${newId()}.mp4`, Buffer.from('film'), 'video/mp4');
      assert.deepEqual((await listedKeys(storage, 'photos/')).toSorted(), photos.toSorted());
      assert.deepEqual(await listedKeys(storage, 'posters/'), []);
    });

    test('refuses every key that is not of the server’s form', async (t) => {
      const storage = await create(t);
      const bad = [
        '../secret.jpg',
        'photos/../../etc/passwd',
        '/etc/passwd',
        'photos/cat.jpg',
        `photos/${newId()}`,
        '',
      ];
      for (const key of bad) {
        await assert.rejects(storage.put(key, Buffer.from('x'), 'image/jpeg'), RangeError, key);
        await assert.rejects(storage.read(key), RangeError, key);
        await assert.rejects(storage.size(key), RangeError, key);
        await assert.rejects(storage.remove(key), RangeError, key);
      }
    });

    test('reports that it is ready', async (t) => {
      await (await create(t)).check();
    });
  });
}

function photoKey(): string {
  return `photos/${newId()}.jpg`;
}

function breakingOff(): Readable {
  return Readable.from(
    (async function* () {
      yield Buffer.from('the first half');
      throw new Error('line cut');
    })(),
  );
}

export async function listedKeys(storage: Storage, folder: string): Promise<string[]> {
  const keys = [];
  for await (const key of storage.list(folder)) keys.push(key);
  return keys;
}
