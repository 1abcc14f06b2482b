import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'vitest';
import { startTestApp } from '../../../test/harness.ts';
import { beginCheckout, withPayments, type BegunCheckout } from '../../../test/payment-scene.ts';
import { sql } from 'kysely';
import { allRows, firstRow, runStatement } from '../../../test/statements.ts';
import { runningJob } from '../../../test/running-job.ts';
import { PaymentsError, type CheckoutSession } from '../../providers/payment/payments.ts';
import { newId } from '../../platform/ids.ts';
import { openSession } from '../checkouts/open-session.ts';
import { eventCursor, setEventCursor } from './payment.queries.ts';
import { lookUpOpenPayment, settleSessionJob } from './settle-session.job.ts';
import { sweepPaymentsJob } from './sweep-payments.job.ts';

import * as checkouts from '../checkouts/checkout.queries.ts';

const app = await startTestApp(undefined);
const { db, deps } = app;

beforeEach(async () => {
  for (const table of [sql`sales`, sql`mails`, sql`error_logs`, sql`worker_runs`])
    await runStatement(db, sql`delete from ${table}`);
  await runStatement(db, sql`delete from buckets`);
  await runStatement(db, sql`delete from checkouts`);
});

const away = new PaymentsError('unknown', 'reset');
const errors = async () =>
  (await allRows<{ errorMessage: string }>(db, sql`select error_message from error_logs order by created_at, id`)).map(
    ({ errorMessage }) => errorMessage,
  );
const bucketStatus = async ({ bucketId }: BegunCheckout) =>
  (await firstRow<{ status: string }>(db, sql`select status from buckets where id = ${bucketId}`))?.status;
const unpaid = { paymentStatus: 'unpaid' } as const;

describe('a session that is opened', () => {
  const open = async (begun: BegunCheckout, createSession: () => Promise<CheckoutSession>) =>
    openSession(withPayments(deps, { createSession }), await begun.checkout());

  test('is saved, and its stored request is deleted', async () => {
    const begun = await beginCheckout(app, { state: 'creating' });
    const opened = await open(begun, async () =>
      begun.session({ status: 'open', url: 'https://pay.example/1', ...unpaid }),
    );
    assert.deepEqual([opened?.state, opened?.url, opened?.request], ['open', 'https://pay.example/1', null]);
  });

  test('is requested once by two concurrent calls, and again by a later call', async () => {
    const begun = await beginCheckout(app, { state: 'creating' });
    const checkout = await begun.checkout();
    let asked = 0;
    const createSession = async () => {
      asked += 1;
      await new Promise((resolve) => setTimeout(resolve, 20));
      throw away;
    };
    const changed = withPayments(deps, { createSession });
    const answers = await Promise.allSettled([openSession(changed, checkout), openSession(changed, checkout)]);
    assert.deepEqual([asked, answers.map(({ status }) => status)], [1, ['rejected', 'rejected']]);
    await assert.rejects(openSession(changed, checkout));
    assert.equal(asked, 2);
  });

  test('fails if the provider refuses, or has not answered for ten minutes', async () => {
    const refused = await beginCheckout(app, { state: 'creating' });
    await assert.rejects(
      open(refused, () => Promise.reject(new PaymentsError('refused', 'no'))),
      {
        code: 'payment_unavailable',
        retryAfter: 10,
      },
    );
    assert.equal((await refused.checkout()).state, 'failed');
    assert.match((await errors()).join(), new RegExp(`No payment session for set ${refused.bucketId}: no`));
    const silent = await beginCheckout(app, { state: 'creating' });
    await assert.rejects(open(silent, () => Promise.reject(away)));
    assert.equal((await silent.checkout()).state, 'creating');
    await runStatement(db, sql`update checkouts set created_at = created_at - interval '11 minutes'`);
    await assert.rejects(open(silent, () => Promise.reject(away)));
    assert.equal((await silent.checkout()).state, 'failed');
  });

  test('opened by another process in the meantime is used', async () => {
    const begun = await beginCheckout(app, { state: 'creating' });
    const busy = async (): Promise<never> => {
      setTimeout(() => void checkouts.recordSession(db, begun.checkoutId, { id: 'theirs', url: null }), 50);
      throw new PaymentsError('busy', 'in use');
    };
    const started = performance.now();
    const opened = await open(begun, busy);
    assert.ok(performance.now() - started < 15_000, 'it is not waited for longer than needed');
    assert.deepEqual([opened?.state, opened?.sessionId, await errors()], ['open', 'theirs', []]);
  });

  test('passes on a programming error', async () => {
    const begun = await beginCheckout(app, { state: 'creating' });
    await assert.rejects(
      open(begun, () => Promise.reject(new Error('ours'))),
      /ours/,
    );
    await runStatement(db, sql`update checkouts set request = null`);
    await assert.rejects(
      open(begun, async () => begun.session()),
      /has no request left to send/,
    );
  });
});

describe('an open payment that is looked up for its customer', () => {
  const catchUp = (begun: BegunCheckout, answer: () => Promise<CheckoutSession | undefined>) =>
    lookUpOpenPayment(withPayments(deps, { getSession: answer }), [begun.bucketId]);

  test('is settled, at most once in ten seconds', async () => {
    const [begun, other] = [await beginCheckout(app), await beginCheckout(app)];
    assert.equal(await catchUp(begun, async () => begun.session({ status: 'open', ...unpaid })), true);
    assert.equal(await catchUp(begun, async () => begun.session()), false);
    assert.equal(await catchUp(other, async () => other.session({ status: 'open', ...unpaid })), true, 'one by one');
    await runStatement(db, sql`update checkouts set looked_up_at = looked_up_at - interval '11 seconds'`);
    assert.equal(await catchUp(begun, async () => begun.session()), true);
    assert.equal(await bucketStatus(begun), 'paid');
    await runStatement(db, sql`update checkouts set looked_up_at = null`);
    assert.equal(await catchUp(begun, async () => begun.session()), false, 'one that is complete is not open');
  });

  test('stays unchanged if the provider is down or slow', async () => {
    const begun = await beginCheckout(app);
    assert.equal(await catchUp(begun, () => Promise.reject(away)), true);
    await runStatement(db, sql`update checkouts set looked_up_at = null`);
    const started = performance.now();
    assert.equal(await catchUp(begun, () => new Promise(() => undefined)), true);
    const waited = performance.now() - started;
    assert.ok(waited > 1400 && waited < 15_000, `${waited} ms`);
    assert.equal((await begun.checkout()).state, 'open');
  });
});

describe('the job that looks a session up', () => {
  const settle = (sessionId: string, failed: boolean, answer: CheckoutSession | undefined) =>
    settleSessionJob.run({ sessionId, failed }, withPayments(deps, { getSession: async () => answer }), runningJob);

  test('updates its checkout', async () => {
    const begun = await beginCheckout(app);
    await settle(`cs_${begun.checkoutId}`, false, begun.session({ ...unpaid }));
    assert.ok((await begun.checkout()).processingAt);
    await settle(`cs_${begun.checkoutId}`, true, begun.session({ ...unpaid }));
    assert.equal((await begun.checkout()).state, 'failed');
    const lost = begun.session({ id: 'cs_lost', checkoutId: newId() });
    await settle(lost.id, false, { ...lost, status: 'open', ...unpaid });
    assert.deepEqual(await errors(), []);
    await settle(lost.id, false, lost);
    assert.match((await errors()).join(), /cs_lost of set .* is paid but not fulfilled: it belongs to no checkout/);
    const gone = await beginCheckout(app);
    await settle(`cs_${gone.checkoutId}`, false, undefined);
    assert.equal((await gone.checkout()).state, 'expired');
  });

  test('ignores a session of another shop', async () => {
    const begun = await beginCheckout(app);
    const stranger = begun.session({ id: 'cs_theirs', checkoutId: null, bucketId: null, paymentIntent: 'pi_theirs' });
    await settle('cs_theirs', false, { ...stranger, status: 'open', ...unpaid });
    await settle('cs_theirs', false, undefined);
    await settle('cs_theirs', false, stranger);
    assert.deepEqual(await errors(), []);
    assert.deepEqual(await allRows(db, sql`select 1 from payment_ledger where payment_intent = 'pi_theirs'`), []);
  });
});

describe('the sweep', () => {
  const sweep = async (
    begun: BegunCheckout,
    answers: Partial<Record<'get' | 'expire' | 'create', CheckoutSession>>,
    news: { isEnd: boolean } | 'none' | PaymentsError = 'none',
  ) => {
    const asked: string[] = [];
    const answer = (name: 'get' | 'expire' | 'create') => async () => {
      asked.push(name);
      if (!answers[name]) throw away;
      return answers[name];
    };
    const payments = {
      getSession: answer('get'),
      expireSession: answer('expire'),
      createSession: answer('create'),
      async *listSessionEvents() {
        if (news instanceof PaymentsError) throw news;
        const others = { sessionId: 'cs_of_another_shop', isEnd: true, at: new Date() };
        yield news === 'none' ? [others] : [others, { sessionId: `cs_${begun.checkoutId}`, ...news, at: new Date() }];
      },
    };
    await sweepPaymentsJob.run({}, withPayments(deps, payments), runningJob);
    const run = await firstRow<{ status: string; itemsProcessed: number }>(
      db,
      sql`select status, items_processed from worker_runs where task_type = 'payment-reconciliation'`,
    );
    return { asked, state: (await begun.checkout()).state, run: run && [run.status, run.itemsProcessed] };
  };
  const expired = { status: 'expired', ...unpaid } as const;
  const begin = async (state: 'creating' | 'open', change = sql`state = state`) => {
    const begun = await beginCheckout(app, { state });
    await runStatement(db, sql`update checkouts set created_at = app_now() - interval '2 minutes', ${change}`);
    return begun;
  };
  const ending = sql`expires_at = app_now() - interval '1 minute'`;

  const completed = { isEnd: false };
  const ended = { isEnd: true };

  test('looks up only the open sessions in the provider’s event list', async () => {
    const begun = await begin('open');
    assert.deepEqual(await sweep(begun, {}), { asked: [], state: 'open', run: undefined });
    const { asked, state, run } = await sweep(begun, { get: begun.session() }, completed);
    assert.deepEqual([asked, state, run], [['get'], 'complete', ['success', 1]]);
    assert.deepEqual((await sweep(begun, {}, completed)).asked, []);
  });

  for (const outcome of ['refused', 'unreadable'] as const)
    test(`looks up every open session if the list is ${outcome}`, async () => {
      await beginCheckout(app, { state: 'expired' });
      const begun = await begin('open');
      const { asked, state } = await sweep(begun, { get: begun.session() }, new PaymentsError(outcome, 'no right'));
      assert.deepEqual([asked, state], [['get'], 'complete']);
      assert.deepEqual(await errors(), ['Payment sessions cannot be looked up: no right']);
    });

  test('leaves a failed lookup to a job that retries it, and continues', async () => {
    const begun = await begin('open');
    await sweep(begun, {}, completed);
    const [job] = await allRows<{ key: string }>(
      db,
      sql`select key from graphile_worker.jobs where task_identifier = 'settle-session'`,
    );
    assert.equal(job?.key, `settle:cs_${begun.checkoutId}:false`);
    await runStatement(db, sql`update graphile_worker._private_jobs set run_at = now() + interval '1 hour'`);
    await sweep(begun, {}, completed);
    const waiting = sql`select run_at > now() + interval '50 minutes' as still from graphile_worker.jobs where key = ${job?.key}`;
    assert.deepEqual(await firstRow(db, waiting), { still: true }, 'its retry is not brought forward');
    const seen = await eventCursor(db);
    assert.ok(seen);
    await setEventCursor(db, new Date(seen.getTime() - 1000));
    assert.deepEqual(await eventCursor(db), seen, 'a sweep that ends later does not set it back');
  });

  test('reads the provider’s list from ten minutes before the last event it has seen, and ten pages the first time', async () => {
    const now = Date.now();
    const before = (minutes: number) => new Date(now - minutes * 60_000);
    const pages = Array.from({ length: 12 }, (_, at) => before(60 * (at + 1)));
    const read = async (seen?: Date, stopAtPage = 0) => {
      const stopping = new AbortController();
      await runStatement(db, sql`delete from payment_news_cursor`);
      if (seen) await setEventCursor(db, seen);
      const asked: { since: Date | undefined; pages: number } = { since: undefined, pages: 0 };
      const listSessionEvents = async function* (since: Date | undefined) {
        asked.since = since;
        for (const at of pages) {
          asked.pages += 1;
          if (asked.pages === stopAtPage) stopping.abort();
          yield [{ sessionId: 'cs_of_another_shop', isEnd: true, at }];
        }
      };
      await sweepPaymentsJob.run({}, withPayments(deps, { listSessionEvents }), {
        ...runningJob,
        signal: stopping.signal,
      });
      return { ...asked, seen: await eventCursor(db) };
    };
    assert.deepEqual(await read(), { since: undefined, pages: 10, seen: before(60) });
    assert.deepEqual(await read(before(90)), { since: before(100), pages: 12, seen: before(60) });
    const stopped = await read(before(90), 2);
    assert.deepEqual([stopped.pages, stopped.seen], [2, before(90)], 'a process that stops has not read it');
    const ahead = await read(before(-60));
    const since = ahead.since?.getTime() ?? 0;
    assert.ok(since >= before(10).getTime() && since <= Date.now() - 600_000, 'the clock of the provider was ahead');
  });

  test('closes expired ones, unless their payment is pending', async () => {
    const over = await begin('open', ending);
    assert.deepEqual(await sweep(over, { expire: over.session(expired) }), {
      asked: ['expire'],
      state: 'expired',
      run: ['success', 1],
    });
    await runStatement(db, sql`delete from checkouts`);
    const way = await begin('open', sql`processing_at = app_now(), ${ending}`);
    assert.deepEqual((await sweep(way, { get: way.session(unpaid) }, completed)).asked, []);
    assert.deepEqual((await sweep(way, { get: way.session(unpaid) }, ended)).asked, ['get']);
  });

  test('closes those whose set has changed', async () => {
    const begun = await begin('open');
    await runStatement(db, sql`update buckets set revision = 2`);
    assert.deepEqual((await sweep(begun, { expire: begun.session(expired) })).asked, ['expire']);
    await runStatement(db, sql`delete from checkouts`);
    const paid = await begin('open');
    await runStatement(db, sql`update buckets set status = 'paid', paid_at = app_now()`);
    assert.deepEqual((await sweep(paid, { expire: paid.session(expired) })).asked, ['expire']);
  });

  test('finishes or ends checkouts without a session', async () => {
    const begun = await begin('creating');
    const opened = begun.session({ status: 'open', ...unpaid });
    assert.deepEqual(await sweep(begun, { create: opened }), { asked: ['create'], state: 'open', run: undefined });
    await runStatement(db, sql`delete from checkouts`);
    const over = await begin('creating', ending);
    assert.deepEqual(await sweep(over, {}), { asked: [], state: 'failed', run: ['success', 1] });
    await runStatement(db, sql`delete from worker_runs`);
    assert.deepEqual(await sweep(over, {}), { asked: [], state: 'failed', run: undefined }, 'it is not live any more');
    await runStatement(db, sql`delete from checkouts`);
    const changed = await begin('creating');
    await runStatement(db, sql`update buckets set revision = 2`);
    const { asked, state } = await sweep(changed, {
      create: changed.session({ status: 'open', ...unpaid }),
      expire: changed.session(expired),
    });
    assert.deepEqual([asked, state], [['create', 'expire'], 'expired']);
  });

  test('skips checkouts that were created a moment ago', async () => {
    const begun = await beginCheckout(app, { state: 'creating' });
    assert.deepEqual(await sweep(begun, {}), { asked: [], state: 'creating', run: undefined });
  });

  test('records failed lookups', async () => {
    const begun = await begin('open');
    assert.deepEqual(await sweep(begun, {}, completed), { asked: ['get'], state: 'open', run: ['failure', 1] });
    await runStatement(db, sql`delete from worker_runs`);
    assert.deepEqual(await sweep(begun, {}, away), { asked: [], state: 'open', run: ['failure', 1] });
    await runStatement(db, sql`delete from worker_runs`);
    await runStatement(db, sql`update checkouts set ${ending}`);
    assert.deepEqual(await sweep(begun, {}), { asked: ['expire'], state: 'open', run: ['failure', 1] });
  });

  test('processes all checkouts in pages, and stops with its process', async () => {
    const begun = await begin('open');
    await runStatement(
      db,
      sql`
      insert into checkouts (id, bucket_id, revision, price, amount, currency, photos, films, idempotency_key, state, session_id, created_at, expires_at)
      select gen_random_uuid(), gen_random_uuid(), 1, '{}', 1, 'USD', 1, 1, gen_random_uuid()::text, 'open', 'cs_' || n, app_now(),
        app_now() + interval '1 day' from generate_series(1, 120) n`,
    );
    const asked: string[] = [];
    const payments = {
      expireSession: async (id: string) => {
        asked.push(id);
        return begun.session({ id, ...expired });
      },
      getSession: async (id: string) => {
        asked.push(id);
        return begun.session({ id, status: 'open', ...unpaid });
      },
      async *listSessionEvents() {
        for (const sessionId of [`cs_${begun.checkoutId}`, 'cs_1']) yield [{ sessionId, isEnd: true, at: new Date() }];
      },
    };
    const stopping = new AbortController();
    stopping.abort();
    await sweepPaymentsJob.run({}, withPayments(deps, payments), { ...runningJob, signal: stopping.signal });
    assert.equal(asked.length, 0);
    const broken = {
      ...payments,
      expireSession: async (id: string) => {
        asked.push(id);
        throw away;
      },
      async *listSessionEvents() {},
    };
    await sweepPaymentsJob.run({}, withPayments(deps, broken), runningJob);
    assert.deepEqual([asked.length, new Set(asked).size], [120, 120], 'each once, although none could be closed');
    asked.length = 0;
    await sweepPaymentsJob.run({}, withPayments(deps, payments), runningJob);
    assert.deepEqual([asked.length, new Set(asked).size], [121, 121]);
  });
});
