import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'vitest';
import { orderFilms } from '../../../../test/film-order.ts';
import { startTestApp } from '../../../../test/harness.ts';
import type { Deps } from '../../../deps.ts';
import { sql } from 'kysely';
import { allRows, firstRow, runStatement } from '../../../../test/statements.ts';
import { runningJob } from '../../../../test/running-job.ts';
import { ProviderError } from '../../../providers/video/video-provider.ts';
import { fillSlotsJob } from './fill-slots.job.ts';
import * as pauses from './provider-pause.queries.ts';
import { claimProviderProbe, openCircuit } from './provider-circuit.ts';

const target = { provider: 'luma', providerUrl: 'http://127.0.0.1:9/' };
const elsewhere = { ...target, providerUrl: 'http://127.0.0.1:10/' };
const other = { ...target, provider: 'embedded' };
const app = await startTestApp(undefined, {
  settings: { LUMAAI_API_KEY: 'key', LUMAAI_BASE_URL: target.providerUrl },
});
const { db, deps } = app;
const admin = await app.createUser({ role: 'Admin' });
const pollMs = deps.config.POLL_INTERVAL_MS;

/** When the test began. Milliseconds. */
let began = 0;
beforeEach(async () => {
  began = performance.now();
  await runStatement(db, sql`delete from provider_pauses`);
  await runStatement(db, sql`delete from buckets`);
  await runStatement(db, sql`delete from mails`);
  await runStatement(db, sql`delete from error_logs`);
  await runStatement(db, sql`delete from graphile_worker._private_jobs`);
});

const pause = (at = target) => pauses.findPause(db, at);
/** What is left of a wait that began during the test. */
const near = (ms: number | undefined, expected: number) => {
  const least = expected - (performance.now() - began);
  assert.ok(ms !== undefined && ms <= expected && ms >= least, `${ms} ms instead of ${least} to ${expected}`);
};
const stop = (change: Partial<pauses.NewOpenCircuit> = {}) =>
  db.transaction().execute((tx) =>
    pauses.recordOpenCircuit(tx, target, {
      kind: 'account',
      reason: 'no credits',
      attemptId: 'a',
      firstWaitMs: 60_000,
      longestWaitMs: 200_000,
      ...change,
    }),
  );
/** Ends the wait of an open circuit. */
const letPass = () => runStatement(db, sql`update provider_pauses set until = now() - interval '1 second'`);

describe('a pause', () => {
  test('is that of its provider at its address only', async () => {
    await pauses.pauseProvider(db, target, 60_000, 'HTTP 429');
    const found = await pause();
    assert.deepEqual([found?.kind, found?.reason, found?.probeAttemptId], ['busy', 'HTTP 429', null]);
    near(found?.ms, 60_000);
    assert.deepEqual([await pause(elsewhere), await pause(other)], [undefined, undefined]);
  });

  test('is lengthened by a longer one and not shortened by a shorter one', async () => {
    await pauses.pauseProvider(db, target, 60_000, 'first');
    await pauses.pauseProvider(db, target, 10_000, 'second');
    near((await pause())?.ms, 60_000);
    assert.equal((await pause())?.reason, 'second');
    await pauses.pauseProvider(db, target, 90_000, 'third');
    near((await pause())?.ms, 90_000);
  });

  test('is over when its time has come', async () => {
    await pauses.pauseProvider(db, target, 60_000, 'HTTP 429');
    await letPass();
    assert.equal((await pause())?.ms, 0);
  });

  test('does not change an open circuit', async () => {
    await stop();
    await pauses.pauseProvider(db, target, 90_000, 'HTTP 429');
    const found = await pause();
    assert.deepEqual([found?.kind, found?.reason], ['account', 'no credits']);
  });
});

describe('an open circuit', () => {
  test('opens once, and replaces a pause', async () => {
    await pauses.pauseProvider(db, target, 1000, 'HTTP 429');
    await runStatement(db, sql`update provider_pauses set since = now() - interval '1 hour'`);
    const began = await stop();
    assert.ok(began && Date.now() - began.getTime() < 60_000, 'its beginning is now');
    const found = await pause();
    assert.deepEqual([found?.kind, found?.reason, found?.tries], ['account', 'no credits', 1]);
    near(found?.ms, 60_000);
  });

  test('is not lengthened by requests sent before it opened', async () => {
    await stop();
    assert.equal(await stop({ attemptId: 'b', reason: 'an echo' }), undefined);
    assert.deepEqual([(await pause())?.tries, (await pause())?.reason], [1, 'no credits']);
  });

  test('doubles its wait with each failed probe, up to the longest wait, and opens only once', async () => {
    const began = await stop();
    for (const [tries, waitMs] of [
      [2, 120_000],
      [3, 200_000],
      [4, 200_000],
    ] as const) {
      await letPass();
      assert.equal(await stop({ reason: 'still none' }), undefined);
      const found = await pause();
      assert.deepEqual([found?.tries, found?.reason, found?.since], [tries, 'still none', began]);
      near(found?.ms, waitMs);
    }
  });

  test('is lengthened by its probe and by an account check, even before its wait is over', async () => {
    await stop();
    const order = await orderFilms(app);
    await runStatement(db, sql`delete from provider_pauses`);
    await fillSlotsJob.run({}, deps, runningJob);
    const row = await firstRow<{ id: string }>(
      db,
      sql`
      select a.id from attempts a join films v on v.id = film_id where bucket_id = ${order.bucketId}`,
    );
    const attemptId = row?.id ?? '';
    await stop({ attemptId });
    await db.transaction().execute((tx) => pauses.setProbeAttempt(tx, elsewhere, attemptId));
    assert.equal((await pause())?.probeAttemptId, null);
    await db.transaction().execute((tx) => pauses.setProbeAttempt(tx, target, attemptId));
    assert.equal((await pause())?.probeAttemptId, attemptId);
    await stop({ attemptId });
    assert.deepEqual([(await pause())?.tries, (await pause())?.probeAttemptId], [2, null]);
    await stop({ attemptId: undefined });
    assert.equal((await pause())?.tries, 3);
  });

  test('is probed by one worker at a time, once it is half-open', async () => {
    await stop();
    assert.equal(await pauses.claimProbe(db, target, 90_000), false);
    await letPass();
    assert.equal(await pauses.claimProbe(db, elsewhere, 90_000), false);
    assert.equal(await pauses.claimProbe(db, other, 90_000), false);
    assert.deepEqual(
      await Promise.all([pauses.claimProbe(db, target, 90_000), pauses.claimProbe(db, target, 90_000)]).then((all) =>
        all.toSorted(),
      ),
      [false, true],
    );
    near((await pause())?.ms, 90_000);
  });

  test('does not include a busy pause: that is never probed', async () => {
    await pauses.pauseProvider(db, target, 1000, 'HTTP 429');
    await letPass();
    assert.equal(await pauses.claimProbe(db, target, 90_000), false);
    await pauses.makeProbeDue(db, target);
    assert.equal((await pause())?.kind, 'busy');
    assert.equal(await pauses.hasDueProbe(db), false);
  });

  test('is closed only for the reason that was fixed', async () => {
    await stop({ kind: 'photos' });
    assert.equal(await pauses.closeCircuit(db, target, ['account']), false);
    assert.equal(await pauses.closeCircuit(db, elsewhere, ['photos']), false);
    assert.equal(await pauses.closeCircuit(db, other, ['photos']), false);
    assert.equal(await pauses.closeCircuit(db, target, ['account', 'photos']), true);
    assert.equal(await pause(), undefined);
  });

  test('is half-open at once, with the first wait again, after “resume”', async () => {
    await stop();
    assert.equal(await pauses.hasDueProbe(db), false);
    await pauses.makeProbeDue(db, elsewhere);
    await pauses.makeProbeDue(db, other);
    assert.equal(await pauses.hasDueProbe(db), false);
    await pauses.makeProbeDue(db, target);
    assert.deepEqual([(await pause())?.ms, (await pause())?.tries], [0, 0]);
    assert.equal(await pauses.hasDueProbe(db), true);
    await stop();
    near((await pause())?.ms, 60_000);
  });

  test('of a provider that is not configured is not due', async () => {
    await stop();
    await letPass();
    await runStatement(db, sql`update provider_pauses set provider_url = ${elsewhere.providerUrl}`);
    assert.equal(await pauses.hasDueProbe(db), false);
    await runStatement(db, sql`update provider_pauses set provider_url = ${target.providerUrl}, provider = 'embedded'`);
    assert.equal(await pauses.hasDueProbe(db), false);
  });
});

describe('opening a circuit', () => {
  const told = async () => {
    const [mails, errors] = [
      await allRows<{ userId: string; text: string }>(
        db,
        sql`select user_id, payload->>'text' as text from mails where kind = 'admin-alert'`,
      ),
      await allRows<{ errorMessage: string }>(
        db,
        sql`select error_message from error_logs where module_name = 'videos'`,
      ),
    ];
    return { mails, errors: errors.map(({ errorMessage }) => errorMessage) };
  };

  for (const [kind, words] of [
    ['account', /luma refuses this account: because/],
    ['photos', /luma cannot fetch our photos: because.*PUBLIC_URL/],
  ] as const) {
    test(`${kind}: the first wait is twelve poll intervals, and administrators are notified once`, async () => {
      for (let times = 0; times < 2; times++)
        await openCircuit(deps, target, { kind, reason: 'because', attemptId: 'a' });
      near((await pause())?.ms, 12 * pollMs);
      const { mails, errors } = await told();
      assert.deepEqual([mails.length, mails[0]?.userId, errors.length], [1, admin.id, 1]);
      assert.match(mails[0]?.text ?? '', words);
      assert.match(errors[0] ?? '', words);
      await pauses.closeCircuit(db, target, [kind]);
      await openCircuit(deps, target, { kind, reason: 'because', attemptId: 'a' });
      assert.equal((await told()).mails.length, 2, 'and again when it opens again');
    });
  }

  test('waits an hour at most', async () => {
    await openCircuit(deps, target, { kind: 'account', reason: 'because' });
    await runStatement(db, sql`update provider_pauses set tries = 30`);
    await openCircuit(deps, target, { kind: 'account', reason: 'because' });
    near((await pause())?.ms, 3_600_000);
  });
});

describe('a probe of a half-open circuit', () => {
  const probe = (checkAccount: () => Promise<void>) =>
    claimProviderProbe({ ...deps, videoProvider: () => ({ checkAccount }) } as unknown as Deps, target);
  const failing = (error: Error) => () => Promise.reject(error);

  test('waits until the wait is over', async () => {
    assert.equal(await probe(async () => undefined), false);
    await stop();
    assert.equal(await probe(async () => undefined), false);
  });

  test('goes ahead unless the account is refused for certain', async () => {
    for (const check of [
      async () => undefined,
      failing(new ProviderError('unknown', 'HTTP 500')),
      failing(new Error('a fault of ours')),
    ]) {
      await runStatement(db, sql`delete from provider_pauses`);
      await stop();
      await letPass();
      assert.equal(await probe(check), true);
      near((await pause())?.ms, 90_000);
    }
  });

  test('is not sent if the account is still refused, and the wait is doubled', async () => {
    await stop();
    await letPass();
    assert.equal(await probe(failing(new ProviderError('account', 'still none'))), false);
    assert.deepEqual([(await pause())?.tries, (await pause())?.reason], [2, 'still none']);
  });
});

describe('while a circuit is open', () => {
  const fill = () => fillSlotsJob.run({}, deps, runningJob);
  const counts = async () => {
    const row = await firstRow<{ attempts: number; jobs: number }>(
      db,
      sql`
      select (select count(*)::int from attempts where ended_at is null) as attempts,
        (select count(*)::int from graphile_worker.jobs where key = 'fill-slots') as jobs`,
    );
    return [row?.attempts, row?.jobs];
  };

  test('nothing is sent, and the slots are filled again when the wait is over', async () => {
    await stop();
    await fill();
    assert.deepEqual(await counts(), [0, 0], 'nobody waits');
    await orderFilms(app, [[3]]);
    await fill();
    assert.deepEqual(await counts(), [0, 1]);
    const job = await firstRow<{ ms: number }>(
      db,
      sql`
      select extract(epoch from run_at - now())::float8 * 1000 as ms from graphile_worker.jobs where key = 'fill-slots'`,
    );
    near(job?.ms, 60_050);
    const times = sql`select run_at >= until as is_over from graphile_worker.jobs, provider_pauses where key = 'fill-slots'`;
    assert.deepEqual(await firstRow(db, times), { isOver: true });
  });

  test('one film probes it', async () => {
    await stop();
    await letPass();
    await orderFilms(app, [[3]]);
    await fill();
    assert.equal((await counts())[0], 1);
    const row = await firstRow<{ id: string }>(db, sql`select id from attempts`);
    assert.equal((await pause())?.probeAttemptId, row?.id);
  });

  test('without a film that could be the probe the circuit closes', async () => {
    for (const kind of ['account', 'photos'] as const) {
      await stop({ kind });
      await letPass();
      await fill();
      assert.equal(await pause(), undefined, kind);
    }
  });
});
