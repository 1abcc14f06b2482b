import assert from 'node:assert/strict';
import { beforeEach, describe, test, vi } from 'vitest';
import { copyContent } from '@keepsake/contract/photos/content';
import { sql } from 'kysely';
import { startTestApp, type TestUser } from '../../../../test/harness.ts';
import { runningJob } from '../../../../test/running-job.ts';
import { allRows, runStatement } from '../../../../test/statements.ts';
import { newPhoto, traces, upload } from '../../../../test/upload.ts';
import { newId } from '../../../platform/ids.ts';
import { requestRemovals } from '../files/file-removal.queries.ts';
import { removeFilesJob } from '../files/remove-files.job.ts';

const app = await startTestApp(undefined);
const { storage } = app.deps;
const { put, remove } = storage;

let user: TestUser;
let photoId: string;
beforeEach(async () => {
  user = await app.createUser();
  photoId = (await upload(app, user.token, [await newPhoto()])).body.content[0]?.id ?? '';
});

const ways = {
  'an uploaded photo': async () => (await upload(app, user.token, [await newPhoto()])).status,
  'a copied photo': async () =>
    (await app.call(copyContent, { params: { id: photoId }, body: {}, token: user.token })).status,
};

for (const [photo, add] of Object.entries(ways)) {
  describe(`${photo} for which the store takes too long`, () => {
    test('leaves no file, although its removal came first', async () => {
      const before = await traces(app);
      vi.spyOn(storage, 'put').mockImplementation(async (...given) => {
        const early = sql`select 1 from file_removals where requested_at < now() + interval '10 minutes'`;
        assert.deepEqual(await allRows(app.db, early), [], 'the store has time for all its tries');
        await becomeDue();
        await removeFilesJob.run({}, app.deps, runningJob);
        return put(...given);
      });
      assert.equal(await add(), 503);
      assert.deepEqual(await traces(app), before);
    });

    test('is not taken once its removal is due: its file may be gone', async () => {
      const before = await traces(app);
      vi.spyOn(storage, 'put').mockImplementation(async (...given) => {
        const stored = await put(...given);
        await becomeDue();
        // As a worker does whose process then dies.
        await remove(given[0]);
        return stored;
      });
      assert.equal(await add(), 503);
      assert.deepEqual(await traces(app), before);
    });
  });
}

test('a file whose removal takes longer than a transaction may last does not stop the others', async () => {
  const keys = ['photos', 'films', 'posters'].map((folder) => `${folder}/${newId()}.jpg`);
  for (const key of keys) await put(key, Buffer.from('a file'), 'image/jpeg');
  await requestRemovals(app.db, keys);
  vi.spyOn(storage, 'remove').mockImplementation(async (key) => {
    if (key !== keys[0]) return remove(key);
    // As PostgreSQL does after 30 seconds.
    await runStatement(
      app.db,
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`,
    );
    throw new Error('no answer');
  });
  await assert.rejects(removeFilesJob.run({}, app.deps, runningJob), /1 files could not be removed: no answer/);
  assert.deepEqual(await allRows(app.db, sql`select storage_key from file_removals`), [{ storageKey: keys[0] }]);
});

const becomeDue = () => runStatement(app.db, sql`update file_removals set requested_at = now()`);
