import assert from 'node:assert/strict';
import { batchStatus, myBuckets } from '@keepsake/contract/photos/content';
import { sql } from 'kysely';
import { test } from 'vitest';
import { startTestApp } from '../../../test/harness.ts';
import { createPhotoSet } from '../../../test/photo-set.ts';
import { recordStatements } from '../../../test/recorded-statements.ts';
import { runStatement } from '../../../test/statements.ts';
import { until } from '../../../test/until.ts';

const app = await startTestApp(undefined);

test('a page of sets takes six statements, and the status of photos three, however many there are', async () => {
  const { id, token } = await app.createUser();
  const photoIds: string[] = [];
  for (let number = 0; number < 12; number += 1) {
    const set = await createPhotoSet(app.db, id, [[1], [2], [1]]);
    photoIds.push(...set.photoIds);
    if (number % 2 === 0)
      await runStatement(
        app.db,
        sql`update buckets set status = 'paid', paid_at = app_now() where id = ${set.bucketId}`,
      );
  }
  // The first request of a session notes that it is used.
  assert.equal((await app.call(myBuckets, { token })).status, 200);
  const page = await recordStatements(async () => {
    const { data } = await app.call(myBuckets, { token, query: { limit: 12 } });
    assert.equal(data.buckets.flatMap(({ Contents }) => Contents).length, 36);
  });
  const statuses = await recordStatements(async () => {
    const { data } = await app.call(batchStatus, { token, body: { contentIds: photoIds } });
    assert.equal(Object.keys(data.statuses).length, 36);
  });
  const texts = (all: typeof page) => all.map(({ text }) => text.slice(0, 60));
  assert.ok(page.length <= 6, texts(page).join('\n'));
  assert.ok(statuses.length <= 3, texts(statuses).join('\n'));
});

test('an account has its lists of sets one after the other, and further ones refused while forty wait', async () => {
  const { token } = await app.createUser();
  const calls = await app.db.transaction().execute(async (tx) => {
    await runStatement(tx, sql`lock table buckets in access exclusive mode`);
    let refused = 0;
    const asked = Array.from({ length: 44 }, async () => {
      const { status } = await app.call(myBuckets, { token });
      if (status === 429) refused += 1;
      return status;
    });
    await until(() => refused === 3);
    return asked;
  });
  const statuses = await Promise.all(calls);
  assert.equal(statuses.filter((status) => status === 429).length, 3);
  assert.equal((await app.call(myBuckets, { token })).status, 200);
});
