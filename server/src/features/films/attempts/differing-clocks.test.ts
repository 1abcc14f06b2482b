import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { test } from 'vitest';
import { orderFilms, settled, work } from '../../../../test/film-order.ts';
import { startTestApp } from '../../../../test/harness.ts';
import { createPhotoSet } from '../../../../test/photo-set.ts';
import { allRows } from '../../../../test/statements.ts';
import { startTestVideoService } from '../../../../test/video-service.ts';

const service = await startTestVideoService();
const minutes = (count: number) => ({ CLOCK_OFFSET_MS: String(count * 60_000) });

test.for([10, -10])(
  'a worker whose clock is %i minutes ahead makes what a server with the opposite fault has sold, and nothing early',
  async (ahead, t) => {
    const server = await startTestApp(undefined, { settings: { ...service.settings, ...minutes(-ahead) } });
    const { DATABASE_URL: databaseUrl, DATA_DIR } = server.deps.config;
    const worker = await startTestApp(undefined, {
      databaseUrl,
      settings: { ...service.settings, ...minutes(ahead), DATA_DIR },
    });
    const order = await orderFilms(server, [[2]]);
    const unpaid = await createPhotoSet(server.db, order.user.id, [[1]]);
    await work(t, worker);
    const films = await settled(server, order.bucketId);
    assert.deepEqual(
      films.map(({ state, attempts }) => [state, attempts]),
      [
        ['done', 1],
        ['done', 1],
      ],
    );
    const bucket = await allRows(server.db, sql`select status from buckets where id = ${unpaid.bucketId}`);
    assert.deepEqual(bucket, [{ status: 'pending' }]);
    assert.deepEqual(await allRows(server.db, sql`select kind from mails where kind like '%reminder'`), []);
  },
);
