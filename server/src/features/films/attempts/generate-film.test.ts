import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'vitest';
import { sql } from 'kysely';
import { orderFilms, silentVideoService } from '../../../../test/film-order.ts';
import { startTestApp } from '../../../../test/harness.ts';
import { firstRow, runStatement } from '../../../../test/statements.ts';
import { runningJob } from '../../../../test/running-job.ts';
import type { Deps } from '../../../deps.ts';
import { newId } from '../../../platform/ids.ts';
import { fillSlotsJob } from './fill-slots.job.ts';
import { generateFilmJob } from './generate-film.job.ts';

const app = await startTestApp(undefined, { settings: silentVideoService });
const { db, deps } = app;

beforeEach(async () => {
  await runStatement(db, sql`delete from buckets`);
});

describe('the job of an attempt', () => {
  test('takes the steps that need no waiting, one after the other, and releases the lease', async () => {
    await orderFilms(app);
    await fillSlotsJob.run({}, deps, runningJob);
    const attempt = await firstRow<{ id: string }>(db, sql`select id from attempts`);
    const polled: string[] = [];
    const provider = {
      ...deps.videoProvider('luma', silentVideoService.LUMAAI_BASE_URL),
      create: async () => ({ id: 'generation-1' }),
      get: async (id: string) => {
        polled.push(id);
        return { id, state: 'processing', echo: [] };
      },
    };
    const run = (attemptId = '') =>
      generateFilmJob.run({ attemptId }, { ...deps, videoProvider: () => provider } as unknown as Deps, runningJob);
    await run(attempt?.id);
    const row = await firstRow(
      db,
      sql`
      select state, provider_generation_id, lease_until from attempts where id = ${attempt?.id}`,
    );
    assert.deepEqual(row, { state: 'submitted', providerGenerationId: 'generation-1', leaseUntil: null });
    assert.deepEqual(polled, ['generation-1'], 'its status is requested at once');
    await run(newId());
  });

  test('releases the lease if a step throws', async () => {
    await orderFilms(app);
    await fillSlotsJob.run({}, deps, runningJob);
    const attempt = await firstRow<{ id: string }>(db, sql`select id from attempts`);
    const broken = {
      ...deps,
      videoProvider: () => {
        throw new Error('a fault of ours');
      },
    } as unknown as Deps;
    const lease = () => firstRow(db, sql`select lease_until from attempts where id = ${attempt?.id}`);
    await runStatement(db, sql`update attempts set sent_at = now(), sendable_until = now(), state = 'unknown'`);
    await assert.rejects(generateFilmJob.run({ attemptId: attempt?.id ?? '' }, broken, runningJob), /a fault of ours/);
    assert.deepEqual(await lease(), { leaseUntil: null });
  });
});
