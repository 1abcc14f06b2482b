import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'vitest';
import { heldAttempt, orderFilms, silentVideoService } from '../../../../test/film-order.ts';
import { startTestApp } from '../../../../test/harness.ts';
import { sql } from 'kysely';
import { allRows, firstRow, runStatement } from '../../../../test/statements.ts';
import { newId } from '../../../platform/ids.ts';
import { leaseAttempt, type Lease } from './attempt-step.ts';
import * as attempts from './attempt.queries.ts';
import { fillSlotsJob } from './fill-slots.job.ts';
import { receiveCallback } from './poll-generation.ts';

const app = await startTestApp(undefined, { settings: silentVideoService });
const { db, deps } = app;
const running = new AbortController();

beforeEach(async () => {
  await runStatement(db, sql`delete from buckets`);
});

const openAttemptStates = ['submitting', 'unknown', 'submitted', 'overdue'];
const states = [...openAttemptStates, 'succeeded', 'failed', 'abandoned'];

/** Sets the state of an attempt, with the columns that this state requires. */
const setState = (id: string, state: string) =>
  runStatement(
    db,
    sql`
    update attempts set state = ${state}, provider_generation_id = ${`of ${id}`},
      ended_at = case when ${openAttemptStates.includes(state)}::boolean then null else now() end
    where id = ${id}`,
  );

/** The states for which `isSo` is true. */
async function statesWhere(attemptId: string, isSo: () => Promise<boolean>): Promise<string[]> {
  const found = [];
  for (const state of states) {
    await setState(attemptId, state);
    if (await isSo()) found.push(state);
  }
  return found;
}

async function begin(): Promise<{ lease: Lease; attemptId: string; filmId: string }> {
  const { lease, attemptId } = await heldAttempt(app);
  return { lease, attemptId, filmId: lease.attempt.filmId };
}

describe('a lease', () => {
  const free = (id: string) => runStatement(db, sql`update attempts set lease_until = null where id = ${id}`);
  const take = (id: string) => db.transaction().execute((tx) => attempts.takeLease(tx, id, 1000));

  test('is given for open attempts, to one worker at a time', async (t) => {
    const { lease, attemptId } = await begin();
    t.onTestFinished(() => lease.end());
    const held = await take(attemptId);
    assert.ok(held && 'heldForMs' in held && held.heldForMs > 0);
    await runStatement(db, sql`update attempts set lease_until = now() - interval '1 second' where id = ${attemptId}`);
    const taken = await take(attemptId);
    assert.ok(taken && 'attempt' in taken && taken.attempt.leaseNo === lease.attempt.leaseNo + 1);
    const isGiven = async () => {
      await free(attemptId);
      return (await take(attemptId)) !== undefined;
    };
    assert.deepEqual(await statesWhere(attemptId, isGiven), openAttemptStates);
    assert.equal(await take(newId()), undefined);
  });

  test('that another worker has taken over is neither extended nor released', async (t) => {
    const { lease, attemptId } = await begin();
    t.onTestFinished(() => lease.end());
    const { attempt } = lease;
    const isHeld = async () =>
      (
        await firstRow<{ held: boolean }>(
          db,
          sql`select lease_until is not null as held from attempts where id = ${attemptId}`,
        )
      )?.held;
    const stale = { ...attempt, leaseNo: attempt.leaseNo - 1 };
    assert.equal(await attempts.extendLease(db, stale, 1000), false);
    await attempts.releaseLease(db, stale);
    assert.equal(await isHeld(), true);
    assert.equal(await attempts.extendLease(db, { ...attempt, id: newId() }, 1000), false);
    assert.equal(await attempts.extendLease(db, attempt, 60_000), true);
    const row = await firstRow<{ ms: number }>(
      db,
      sql`
      select extract(epoch from lease_until - now())::float8 * 1000 as ms from attempts where id = ${attemptId}`,
    );
    assert.ok(row && row.ms > 50_000 && row.ms <= 60_000);
    await attempts.releaseLease(db, attempt);
    assert.equal(await isHeld(), false);
    assert.equal(await attempts.extendLease(db, attempt, 1000), false, 'one that is released is not extended');
  });

  test('keeps the database’s time, and ends when it is lost', async () => {
    const { lease, attemptId } = await begin();
    assert.ok(Math.abs(lease.now().getTime() - Date.now()) < 5000);
    assert.equal(lease.signal.aborted, false);
    await runStatement(db, sql`update attempts set lease_no = lease_no + 1 where id = ${attemptId}`);
    const before = lease.now();
    const lost = new Promise((resolve) => lease.signal.addEventListener('abort', resolve));
    await lost;
    assert.ok(lease.now() > before);
    assert.equal(await lease.save({ consecutiveFailures: 1 }), false);
    await lease.end();
  });

  test('is released at the end', async () => {
    const { lease, attemptId } = await begin();
    await lease.end();
    const again = await leaseAttempt(deps, attemptId, running.signal);
    assert.ok(again);
    await again.end();
  });

  test('ends with the process', async (t) => {
    const { lease, attemptId } = await begin();
    await lease.end();
    const stopping = new AbortController();
    const other = await leaseAttempt(deps, attemptId, stopping.signal);
    t.onTestFinished(async () => other?.end());
    stopping.abort();
    assert.equal(other?.signal.aborted, true);
  });
});

describe('a change to an attempt', () => {
  test('counts only under the lease and the state that it began with', async (t) => {
    const { lease } = await begin();
    t.onTestFinished(() => lease.end());
    const { attempt } = lease;
    const save = (before: attempts.Attempt) =>
      attempts.saveAttempt(db, before, { consecutiveFailures: 5 }, { release: false });
    assert.equal(await save({ ...attempt, leaseNo: attempt.leaseNo - 1 }), undefined);
    assert.equal(await save({ ...attempt, state: 'unknown' }), undefined);
    assert.equal(await save({ ...attempt, id: newId() }), undefined);
    assert.equal((await save(attempt))?.consecutiveFailures, 5);
    const leaseOf = () =>
      firstRow(db, sql`select lease_until is not null as is_held from attempts where id = ${attempt.id}`);
    assert.deepEqual(await leaseOf(), { isHeld: true });
    await attempts.saveAttempt(db, attempt, {}, { release: true });
    assert.deepEqual(await leaseOf(), { isHeld: false });
    const end = (before: attempts.Attempt) =>
      db.transaction().execute((tx) => attempts.endAttempt(tx, before, { state: 'failed' }));
    assert.equal(await end({ ...attempt, leaseNo: attempt.leaseNo - 1 }), false);
    assert.equal(await end({ ...attempt, state: 'unknown' }), false);
    assert.equal(await end({ ...attempt, id: newId() }), false);
    assert.equal(await end(attempt), true);
  });

  test('changes no other', async (t) => {
    const { lease, attemptId, filmId } = await begin();
    t.onTestFinished(() => lease.end());
    const { bucketId } = await orderFilms(app);
    await fillSlotsJob.run({}, deps, { signal: running.signal, attempt: 1 });
    const ofOther = sql`select attempts.* from attempts join films on films.id = film_id where bucket_id = ${bucketId}`;
    const before = await firstRow<{ id: string; filmId: string; token: string; number: number }>(db, ofOther);
    assert.ok(before);
    assert.equal(before.number, 1, 'the attempts of each film are counted');
    await attempts.releaseLease(db, lease.attempt);
    const taken = await db.transaction().execute((tx) => attempts.takeLease(tx, attemptId, 1000));
    assert.ok(taken && 'attempt' in taken);
    assert.deepEqual([taken.attempt.id, taken.attempt.photoId], [attemptId, lease.attempt.photoId]);
    assert.equal(await attempts.extendLease(db, taken.attempt, 1000), true);
    await attempts.saveAttempt(db, taken.attempt, { sentAt: null, sendableUntil: null }, { release: false });
    await db.transaction().execute((tx) => attempts.abandonUnsent(tx, filmId));
    await attempts.markCopyRemoved(db, attemptId);
    await db.transaction().execute((tx) => attempts.reopenAttempt(tx, attemptId, 'found'));
    const reopened = { ...taken.attempt, state: 'overdue' } as const;
    assert.equal(await db.transaction().execute((tx) => attempts.endAttempt(tx, reopened, { state: 'failed' })), true);
    assert.deepEqual(await firstRow(db, ofOther), before);
    const { id, token } = before;
    assert.deepEqual(await attempts.attemptOfToken(db, token), { id, state: 'submitting' });
    assert.equal(await attempts.filmOfAttempt(db, id), before.filmId);
  });
});

describe('of the attempts at a provider', () => {
  test('those that it may be working on occupy a slot', async (t) => {
    const { lease, attemptId } = await begin();
    t.onTestFinished(() => lease.end());
    const count = (provider: string) => db.transaction().execute((tx) => attempts.countActiveAttempts(tx, provider));
    const isCounted = async () => (await count('luma')) === 1;
    assert.deepEqual(await statesWhere(attemptId, isCounted), ['submitting', 'unknown', 'submitted']);
    await setState(attemptId, 'submitted');
    assert.equal(await count('embedded'), 0);
  });

  test('a delivered film ends those that were not sent', async (t) => {
    const { lease, attemptId, filmId } = await begin();
    t.onTestFinished(() => lease.end());
    const stateOf = async () =>
      (await firstRow<{ state: string }>(db, sql`select state from attempts where id = ${attemptId}`))?.state;
    const abandon = (id: string) => db.transaction().execute((tx) => attempts.abandonUnsent(tx, id));
    await abandon(filmId);
    assert.equal(await stateOf(), 'submitting', 'one that was sent goes on');
    await runStatement(db, sql`update attempts set sent_at = null, sendable_until = null where id = ${attemptId}`);
    await abandon(newId());
    assert.equal(await stateOf(), 'submitting');
    await abandon(filmId);
    assert.equal(await stateOf(), 'abandoned');
    await setState(attemptId, 'failed');
    await abandon(filmId);
    assert.equal(await stateOf(), 'failed', 'one that has ended stays as it is');
  });

  test('one that ended without a generation is reopened if one is found, unless another is open', async (t) => {
    const { lease, attemptId, filmId } = await begin();
    t.onTestFinished(() => lease.end());
    const reopen = () => db.transaction().execute((tx) => attempts.reopenAttempt(tx, attemptId, 'found'));
    const end = (state: string) =>
      runStatement(
        db,
        sql`
        update attempts set state = ${state}, ended_at = now(), provider_generation_id = null where id = ${attemptId}`,
      );
    const reopened = async (state: string) => {
      await end(state);
      return reopen();
    };
    assert.deepEqual(
      [await reopened('failed'), await reopened('abandoned'), await reopened('succeeded')],
      [true, true, false],
    );
    await end('failed');
    await runStatement(db, sql`update attempts set provider_generation_id = 'known' where id = ${attemptId}`);
    assert.equal(await reopen(), false, 'its generation is known');
    await end('failed');
    const other = await db.transaction().execute((tx) =>
      attempts.insertAttempt(tx, {
        filmId,
        provider: 'luma',
        providerUrl: silentVideoService.LUMAAI_BASE_URL,
        idOf: (token) => `foreseen ${token}`,
        request: lease.attempt.request,
      }),
    );
    const made = await allRows(
      db,
      sql`
      select number, provider_generation_id = 'foreseen ' || token as is_foreseen from attempts
      where film_id = ${filmId} order by number`,
    );
    assert.deepEqual(made, [
      { number: 1, isForeseen: null },
      { number: 2, isForeseen: true },
    ]);
    assert.equal(await reopen(), false, 'another is open');
    await setState(other, 'failed');
    await runStatement(db, sql`update attempts set provider_generation_id = null where id = ${other}`);
    assert.equal(await reopen(), true);
  });

  test('those are needed that are open, and those of failed films whose generation is not known', async (t) => {
    const { lease, attemptId, filmId } = await begin();
    t.onTestFinished(() => lease.end());
    const needed = async (provider = 'luma') =>
      (await attempts.neededGenerations(db, provider)).map(({ token, providerGenerationId }) => [
        token === lease.attempt.token,
        providerGenerationId,
      ]);
    assert.deepEqual(await statesWhere(attemptId, async () => (await needed()).length > 0), openAttemptStates);
    await setState(attemptId, 'submitted');
    assert.deepEqual(await needed(), [[true, `of ${attemptId}`]]);
    assert.deepEqual(await needed('embedded'), []);
    await runStatement(db, sql`update films set state = 'failed', failure_code = 'unconfirmed' where id = ${filmId}`);
    const whileUnknown = await statesWhere(attemptId, async () => {
      await runStatement(
        db,
        sql`
        update attempts set provider_generation_id = null where id = ${attemptId} and state in ('succeeded', 'failed', 'abandoned')`,
      );
      return (await needed()).length > 0;
    });
    assert.deepEqual(whileUnknown, [...openAttemptStates, 'failed', 'abandoned']);
    await setState(attemptId, 'failed');
    assert.deepEqual(await needed(), [], 'its generation is known');
    await runStatement(db, sql`update attempts set provider_generation_id = null where id = ${attemptId}`);
    assert.equal((await needed()).length, 1);
    assert.deepEqual(await needed('embedded'), []);
    await runStatement(db, sql`update films set state = 'queued' where id = ${filmId}`);
    assert.deepEqual(await needed(), []);
  });

  test('one is known by its id and by the token of its callback', async (t) => {
    const { lease, attemptId, filmId } = await begin();
    t.onTestFinished(() => lease.end());
    assert.deepEqual(
      [await attempts.attemptExists(db, attemptId), await attempts.attemptExists(db, newId())],
      [true, false],
    );
    assert.equal(await attempts.filmOfAttempt(db, attemptId), filmId);
    assert.equal(await attempts.filmOfAttempt(db, newId()), undefined);
    assert.deepEqual(await attempts.attemptOfToken(db, lease.attempt.token), { id: attemptId, state: 'submitting' });
    assert.equal(await attempts.attemptOfToken(db, 'none'), undefined);
  });

  test('a callback of the provider wakes one that is open', async (t) => {
    const { lease, attemptId } = await begin();
    t.onTestFinished(() => lease.end());
    const isWoken = async () => {
      await runStatement(db, sql`delete from graphile_worker._private_jobs`);
      await receiveCallback(deps, lease.attempt.token);
      return (await allRows(db, sql`select 1 from graphile_worker.jobs where run_at <= now()`)).length > 0;
    };
    assert.deepEqual(await statesWhere(attemptId, isWoken), openAttemptStates);
    await assert.rejects(receiveCallback(deps, 'none'), { code: 'not_found' });
  });
});
