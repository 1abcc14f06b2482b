import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'vitest';
import type { FailureCode } from '@keepsake/contract/films/videos';
import { commitFor, type Begun } from '../../../../test/committed-outcome.ts';
import { filmFile, silentVideoService } from '../../../../test/film-order.ts';
import { startTestApp } from '../../../../test/harness.ts';
import { sql } from 'kysely';
import { allRows, firstRow, runStatement } from '../../../../test/statements.ts';
import type { Outcome } from './attempt-step.ts';
import { filmKeys } from './store-film.ts';

const app = await startTestApp(undefined, {
  settings: silentVideoService,
});
const { db, deps } = app;
const pollMs = deps.config.POLL_INTERVAL_MS;
const hourMs = 3_600_000;

/** How long the last commit took. */
let tookMs = 0;
const commit = async (t: TestContext, outcome: Parameters<typeof commitFor>[2], begun?: Begun) => {
  const committed = await commitFor(app, t, outcome, begun);
  tookMs = committed.tookMs;
  return committed;
};

/** A wait that began during the last commit; clocks are read to a millisecond. */
const near = (ms: number | null | undefined, expected: number) =>
  assert.ok(
    typeof ms === 'number' && ms >= expected - 2 && ms <= expected + tookMs + 2,
    `${ms} ms instead of ${expected} to ${expected + tookMs}`,
  );
const failed = (code: FailureCode, isRepeated: boolean): Outcome => ({
  kind: 'failed',
  code,
  reason: 'because',
  isRepeated,
});
const filmOf = (attemptId: string): Outcome => ({
  kind: 'film',
  film: { ...filmKeys(attemptId), ...filmFile },
});
const delivered = sql`
  state = 'done', film_key = 'films/a.mp4', film_sha256 = sha256('film'), film_bytes = 4, done_at = now()`;

describe('a film that was made', () => {
  test('is delivered, the customer is notified, and its copy at the provider is kept for a day', async (t) => {
    const { film, attempt, removal, mails, errors, owed, jobs } = await commit(t, filmOf);
    assert.deepEqual([film?.state, film?.failureCode, attempt?.state], ['done', null, 'succeeded']);
    assert.deepEqual([attempt?.isEnded, attempt?.isHeld], [true, false]);
    near(removal?.ms, 24 * hourMs);
    assert.deepEqual([mails, errors, owed, jobs], [['films-ready'], [], [], ['fill-slots']]);
  });

  test('is a success in the history of the workers', async (t) => {
    const { runs } = await commit(t, filmOf);
    assert.deepEqual(runs, [{ taskType: 'generation-polling', successCount: 1, errors: [] }]);
  });

  test('closes the circuit of its provider', async (t) => {
    for (const kind of ['account', 'photos']) {
      await runStatement(
        db,
        sql`
        insert into provider_pauses (provider, provider_url, kind, reason, until)
        values ('luma', 'http://127.0.0.1:9/', ${kind}, 'because', now() - interval '1 hour')`,
      );
      await commit(t, filmOf);
      assert.deepEqual(await allRows(db, sql`select 1 from provider_pauses`), [], kind);
    }
  });

  test('keeps what its maker says of it', async (t) => {
    const { film } = filmOf('any') as Extract<Outcome, { kind: 'film' }>;
    const reportOf = async (report: object | null) => {
      await commit(t, (attemptId) => ({ kind: 'film', film: { ...film, ...filmKeys(attemptId), report } }));
      return firstRow(
        db,
        sql`select report, report is null as is_missing from films order by created_at desc, id desc limit 1`,
      );
    };
    assert.deepEqual(
      [await reportOf({ faces: 2 }), await reportOf(null)],
      [
        { report: { faces: 2 }, isMissing: false },
        { report: null, isMissing: true },
      ],
    );
  });

  test('here, keeps its copy for an hour', async (t) => {
    near((await commit(t, filmOf, { isHere: true })).removal?.ms, hourMs);
  });

  test('after its time is delivered all the same', async (t) => {
    const { film, owed } = await commit(t, filmOf, {
      film: sql`state = 'failed', failure_code = 'timed_out'`,
      isOverdue: true,
    });
    assert.deepEqual([film?.state, film?.failureCode, owed], ['done', null, []]);
  });

  test('is not needed if another was delivered before', async (t) => {
    const { film, attempt, removal, mails, jobs } = await commit(t, filmOf, { film: delivered });
    assert.deepEqual([film?.state, attempt?.state, mails, jobs], ['done', 'abandoned', [], ['fill-slots']]);
    near(removal?.ms, 0);
  });
});

describe('a film that shows another effect', () => {
  const owedIf = async (t: TestContext, code: string | undefined, begun: Begun = {}) => {
    const report = { effect: 'smile', faces: 0, ...(code && { fallback: { code } }) };
    const { owed } = await commit(
      t,
      (attemptId) => {
        const { film } = filmOf(attemptId) as Extract<Outcome, { kind: 'film' }>;
        return { kind: 'film', film: { ...film, report } };
      },
      begun,
    );
    return owed;
  };

  test('is owed, unless the customer has agreed to what it shows', async (t) => {
    const owed = [{ failureCode: 'effect_replaced', settlement: null }];
    assert.deepEqual(await owedIf(t, 'no_face', { paid: 199 }), owed);
    assert.deepEqual(await owedIf(t, 'no_face', { film: sql`agreed_to = 'eyes_closed'` }), owed);
    assert.deepEqual(await owedIf(t, 'no_face', { film: sql`agreed_to = 'no_face'` }), []);
    assert.deepEqual(await owedIf(t, 'no_face', { film: sql`agreed_to = 'not_seen'` }), [], 'to whatever it can show');
    assert.deepEqual(await owedIf(t, undefined), []);
  });

  test('is not owed if nothing was paid for it', async (t) => {
    assert.deepEqual(await owedIf(t, 'no_face', { paid: 0 }), []);
    assert.deepEqual(await owedIf(t, 'no_face', { isGranted: true }), []);
  });
});

describe('a failure', () => {
  test('that may pass is retried, after two poll intervals and then after twelve', async (t) => {
    const first = await commit(t, failed('provider_failed', true));
    assert.deepEqual([first.film?.state, first.film?.failures, first.attempt?.state], ['queued', 1, 'failed']);
    assert.equal(first.attempt?.failureCode, 'provider_failed');
    near(first.film?.waitMs, 2 * pollMs);
    near(first.removal?.ms, 24 * hourMs);
    assert.deepEqual([first.errors, first.owed, first.mails, first.jobs], [[], [], [], ['fill-slots']]);
  });

  test('for the second time waits longer', async (t) => {
    const { film } = await commit(t, failed('provider_failed', true), { film: sql`failures = 1` });
    assert.deepEqual([film?.state, film?.failures], ['queued', 2]);
    near(film?.waitMs, 12 * pollMs);
  });

  test('for the third time fails the film, which is owed, and notifies the customer', async (t) => {
    const { film, owed, errors, mails, runs, jobs } = await commit(t, failed('provider_failed', true), {
      film: sql`failures = 2`,
    });
    assert.deepEqual([film?.state, film?.failureCode], ['failed', 'provider_failed']);
    assert.equal(film?.failureReason, 'The provider could not make the film. (because)');
    assert.deepEqual(owed, [{ failureCode: 'provider_failed', settlement: null }]);
    assert.deepEqual([errors, mails], [['The provider could not make the film. (because)'], ['films-ready']]);
    const [run] = runs;
    assert.deepEqual(
      [run?.taskType, run?.successCount, run?.errors[0]?.error, run?.errors[0]?.attempt, jobs],
      ['generation-polling', 0, 'The provider could not make the film. (because)', 1, ['fill-slots']],
    );
  });

  test('for good fails the film at once', async (t) => {
    const { film, removal } = await commit(t, failed('moderation', false), { isHere: true });
    assert.deepEqual([film?.state, film?.failureCode], ['failed', 'moderation']);
    near(removal?.ms, hourMs);
  });

  test('to read the photo is retried seven times, each wait doubled', async (t) => {
    const sixth = await commit(t, failed('photo_unreadable', true), { film: sql`failures = 5` });
    assert.equal(sixth.film?.state, 'queued');
    near(sixth.film?.waitMs, 2 ** 6 * pollMs);
  });

  test('to read the photo for the eighth time fails the film', async (t) => {
    const seventh = await commit(t, failed('photo_unreadable', true), { film: sql`failures = 6` });
    assert.equal(seventh.film?.state, 'queued');
    const eighth = await commit(t, failed('photo_unreadable', true), { film: sql`failures = 7` });
    assert.deepEqual([eighth.film?.state, eighth.film?.failureCode], ['failed', 'photo_unreadable']);
  });

  test('after the film’s time changes the film no more', async (t) => {
    const changes = sql`state = 'failed', failure_code = 'timed_out'`;
    const { film, attempt, owed } = await commit(t, failed('moderation', false), { film: changes, isOverdue: true });
    assert.deepEqual([film?.failureCode, attempt?.state, owed], ['timed_out', 'failed', []]);
  });

  test('of an attempt that timed out does not change the film that was requested again in the meantime', async (t) => {
    const { film, attempt, jobs } = await commit(t, failed('moderation', false), { isOverdue: true });
    assert.deepEqual([film?.state, attempt?.state, jobs], ['creating', 'failed', ['fill-slots']]);
  });

  test('of an attempt that the film no longer waits for changes the film no more', async (t) => {
    const { film, attempt } = await commit(t, failed('moderation', false), { film: sql`state = 'queued'` });
    assert.deepEqual([film?.state, film?.failureCode, attempt?.state], ['queued', null, 'failed']);
  });
});

describe('a request that was lost', () => {
  const lost: Outcome = { kind: 'lost', reason: 'The worker died.' };

  test('is requested again at once, and looked up once more a day later', async (t) => {
    const { film, attempt, removal, jobs } = await commit(t, lost);
    assert.deepEqual(jobs, ['fill-slots']);
    assert.deepEqual([film?.state, film?.losses, film?.failures, film?.waitMs], ['queued', 1, 0, null]);
    assert.equal(attempt?.state, 'abandoned');
    near(removal?.ms, 24 * hourMs);
  });

  test('of the embedded renderer is not looked up', async (t) => {
    near((await commit(t, lost, { isHere: true })).removal?.ms, 0);
  });

  test('for the twentieth time fails the film', async (t) => {
    const before = await commit(t, lost, { film: sql`losses = 18` });
    assert.deepEqual([before.film?.state, before.film?.losses], ['queued', 19]);
    const { film } = await commit(t, lost, { film: sql`losses = 19` });
    assert.deepEqual([film?.state, film?.failureCode], ['failed', 'provider_failed']);
    assert.match(film?.failureReason ?? '', /Lost 20 times: The worker died\./);
  });

  test('of an attempt that the film no longer waits for changes the film no more', async (t) => {
    const { film, jobs } = await commit(t, lost, { film: delivered });
    assert.deepEqual([film?.state, film?.losses, jobs], ['done', 0, ['fill-slots']]);
  });
});

describe('an attempt that ends early', () => {
  for (const [outcome, copyRetentionMs] of [
    [{ kind: 'held', reason: 'no credits' }, 24 * hourMs],
    [{ kind: 'cancelled' }, 0],
  ] as const) {
    test(`${outcome.kind}: the film is queued again, and no failure is counted`, async (t) => {
      const changes = sql`failures = 2, losses = 3`;
      const { film, attempt, removal, errors, jobs } = await commit(t, outcome, { film: changes });
      assert.deepEqual(jobs, ['fill-slots']);
      assert.deepEqual([film?.state, film?.failures, film?.losses, film?.waitMs], ['queued', 2, 3, null]);
      assert.deepEqual([attempt?.state, errors], ['abandoned', []]);
      near(removal?.ms, copyRetentionMs);
    });

    test(`${outcome.kind}: a film that no longer waits for it stays as it is`, async (t) => {
      const { film } = await commit(t, outcome, { film: delivered });
      assert.equal(film?.state, 'done');
    });
  }

  test('because it takes too long stays open, and its film is failed and owed', async (t) => {
    const late: Outcome = { kind: 'overdue', code: 'timed_out', reason: 'because' };
    const { film, attempt, owed, wakeMs, jobs, removal } = await commit(t, late);
    assert.deepEqual([film?.state, film?.failureCode], ['failed', 'timed_out']);
    assert.deepEqual([attempt?.state, attempt?.isEnded, attempt?.isHeld], ['overdue', false, false]);
    assert.deepEqual([owed.length, removal], [1, undefined]);
    assert.deepEqual(jobs.toSorted(), ['fill-slots', 'generate-film']);
    near(wakeMs, pollMs);
    const other = await commit(t, late, { film: sql`state = 'queued'` });
    assert.deepEqual([other.film?.state, other.owed], ['queued', []]);
  });
});

describe('an attempt that waits', () => {
  test('counts a problem, and records the first of consecutive ones', async (t) => {
    const { attempt, errors, wakeMs } = await commit(t, { kind: 'wait', delayMs: 60_000, problem: 'It is away.' });
    assert.deepEqual([attempt?.state, attempt?.isHeld, attempt?.consecutiveFailures], ['submitted', false, 1]);
    assert.match(errors.join(), /^It is away\. \(attempt [0-9a-f-]+\)$/);
    near(wakeMs, 60_000);
  });

  test('counts the next problem, and does not record it', async (t) => {
    const { attempt, errors } = await commit(
      t,
      { kind: 'wait', delayMs: 0, problem: 'Still away.' },
      { consecutiveFailures: 4 },
    );
    assert.deepEqual([attempt?.consecutiveFailures, errors], [5, []]);
  });

  test('without a problem counts and records nothing', async (t) => {
    for (const consecutiveFailures of [0, 4]) {
      const { attempt, errors } = await commit(t, { kind: 'wait', delayMs: 0 }, { consecutiveFailures });
      assert.deepEqual([attempt?.consecutiveFailures, errors], [consecutiveFailures, []]);
    }
  });
});

describe('a worker whose attempt was taken over', () => {
  const outcomes: Record<string, Outcome | ((attemptId: string) => Outcome)> = {
    film: filmOf,
    failed: failed('moderation', false),
    lost: { kind: 'lost', reason: 'late' },
    held: { kind: 'held', reason: 'late' },
    cancelled: { kind: 'cancelled' },
    overdue: { kind: 'overdue', code: 'timed_out', reason: 'late' },
    wait: { kind: 'wait', delayMs: 0, problem: 'late' },
    stale: { kind: 'stale' },
  };
  for (const [kind, outcome] of Object.entries(outcomes))
    test(`${kind}: changes nothing and starts nothing`, async (t) => {
      const { film, attempt, jobs, errors, removal } = await commit(t, outcome, { isTakenOver: true });
      assert.deepEqual(
        [film?.state, attempt?.state, jobs, errors, removal],
        ['creating', 'submitted', [], [], undefined],
      );
    });

  test('leaves the files to the one who has it', async (t) => {
    const keys: string[] = [];
    await commit(
      t,
      async (attemptId) => {
        const { filmKey } = filmKeys(attemptId);
        keys.push(filmKey);
        await deps.storage.put(filmKey, Buffer.from('film'), 'video/mp4');
        return filmOf(attemptId);
      },
      { isTakenOver: true },
    );
    assert.equal(await deps.storage.size(keys[0] ?? ''), 4);
  });
});
