import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test, vi } from 'vitest';
import { copyContent } from '@keepsake/contract/photos/content';
import { sql } from 'kysely';
import { startTestApp, type TestUser } from '../../../../test/harness.ts';
import { runningJob } from '../../../../test/running-job.ts';
import { allRows, runStatement } from '../../../../test/statements.ts';
import { newPhoto, traces, upload } from '../../../../test/upload.ts';
import { removeFilesJob } from '../files/remove-files.job.ts';

const app = await startTestApp(undefined);
const { storage } = app.deps;
const store = storage.put;

let user: TestUser;
let photoId: string;
beforeEach(async () => {
  user = await app.createUser();
  photoId = (await upload(app, user.token, [await newPhoto()])).body.content[0]?.id ?? '';
});
afterEach(() => vi.restoreAllMocks());

const ways = {
  'an uploaded photo': async () => (await upload(app, user.token, [await newPhoto()])).status,
  'a copied photo': async () => (await app.call(copyContent, { params: { id: photoId }, body: {}, token: user.token })).status,
};

for (const [photo, add] of Object.entries(ways)) {
  describe(`${photo} that the store takes too long for`, () => {
    test('leaves no file, although its removal came first', async () => {
      const before = await traces(app);
      vi.spyOn(storage, 'put').mockImplementation(async (...given) => {
        const [removal] = await allRows(app.db, sql`select 1 from file_removals where requested_at > now() + interval '10 minutes'`);
        assert.ok(removal, 'it has longer than a store with all its tries needs');
        await becomeDue();
        await removeFilesJob.run({}, app.deps, runningJob);
        return store(...given);
      });
      assert.equal(await add(), 503);
      assert.deepEqual(await traces(app), before);
    });
  });
}

const becomeDue = () => runStatement(app.db, sql`update file_removals set requested_at = now()`);
