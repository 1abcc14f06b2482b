import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'vitest';
import { heldAttempt, orderFilms } from '../../../test/film-order.ts';
import { startTestApp } from '../../../test/harness.ts';
import { createPhotoSet } from '../../../test/photo-set.ts';
import { recordSale } from '../../../test/record-sale.ts';
import { AppError } from '../../errors.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/db.ts';
import { allRows, firstRow, runStatement } from '../../../test/statements.ts';
import { newId } from '../../platform/ids.ts';
import * as buckets from '../photos/buckets/bucket.queries.ts';
import { changeBuckets, requireEditable } from '../photos/buckets/change-buckets.ts';
import { deleteBuckets } from '../deletion/delete-buckets.ts';
import * as retention from '../deletion/retention.queries.ts';

const app = await startTestApp(undefined);
const { db, deps } = app;
const user = await app.createUser();

afterEach(async () => {
  await runStatement(db, sql`delete from buckets`);
  await runStatement(db, sql`delete from mails`);
  await runStatement(db, sql`update notification_configs set is_enabled = true`);
});

/** A set without photos that expires this many days from now; within a transaction exactly this many. */
async function insert(tx: Tx, daysLeft: number, status: 'pending' | 'paid' | 'archived' = 'pending'): Promise<string> {
  const id = newId();
  await runStatement(
    tx,
    sql`
    insert into buckets (id, user_id, status, paid_at, created_at, updated_at, deletion_date)
    values (${id}, ${user.id}, ${status}, ${status === 'pending' ? null : deps.clock.now()}, app_now(), app_now(),
      app_now() + ${daysLeft}::float8 * interval '1 day')`,
  );
  return id;
}

/** Days until each set expires, rounded to hundredths. */
async function daysLeft(...ids: string[]): Promise<number[]> {
  const rows = await allRows<{ id: string; days: number }>(
    db,
    sql`
    select id, extract(epoch from deletion_date - app_now())::float8 / 86400 as days from buckets where id = any(${ids}::uuid[])`,
  );
  return ids.map((id) => Math.round((rows.find((row) => row.id === id)?.days ?? NaN) * 100) / 100);
}

/** Due reminders, as days and kind by set. */
async function reminders(tx: Tx): Promise<Record<string, [number, boolean]>> {
  const due = await retention.bucketsDueForReminder(tx, 100);
  return Object.fromEntries(due.map(({ id, days, isPaid }) => [id, [days, isPaid]]));
}

describe('a reminder', () => {
  test('is due from its threshold until the set expires, only the nearest one', () =>
    db.transaction().execute(async (tx) => {
      const paid = async (days: number) => insert(tx, days, 'paid');
      const [early, seven, six, three, two, one, last, over] = [
        await paid(7.01),
        await paid(7),
        await paid(6),
        await paid(3),
        await paid(2),
        await paid(1),
        await paid(0.01),
        await paid(0),
      ];
      const due = await reminders(tx);
      assert.deepEqual([due[early], due[over]], [undefined, undefined]);
      assert.deepEqual(
        [seven, six, three, two, one, last].map((id) => due[id]),
        [7, 7, 3, 3, 1, 1].map((days) => [days, true]),
      );
    }));

  test('of an unpaid set follows the thresholds of unpaid sets', () =>
    db.transaction().execute(async (tx) => {
      const [one, archived] = [await insert(tx, 0.5), await insert(tx, 0.5, 'archived')];
      const due = await reminders(tx);
      assert.deepEqual([due[one], due[archived]], [[3, false], undefined]);
    }));

  test('that is switched off is left out', () =>
    db.transaction().execute(async (tx) => {
      await runStatement(tx, sql`update notification_configs set is_enabled = false where key = 'deletion_reminder_1'`);
      const id = await insert(tx, 0.5, 'paid');
      assert.deepEqual((await reminders(tx))[id], [3, true]);
      await runStatement(
        tx,
        sql`update notification_configs set is_enabled = false where key like 'deletion_reminder%'`,
      );
      assert.equal((await reminders(tx))[id], undefined);
    }));

  test('is due once per set, threshold and date, soonest expiry first', () =>
    db.transaction().execute(async (tx) => {
      const [later, sooner] = [await insert(tx, 2, 'paid'), await insert(tx, 1.5, 'paid')];
      const due = await retention.bucketsDueForReminder(tx, 100);
      assert.deepEqual(
        due.map(({ id, userId }) => [id, userId]),
        [
          [sooner, user.id],
          [later, user.id],
        ],
      );
      assert.match(due[0]?.dedupeKey ?? '', new RegExp(`^reminder:${sooner}:3:\\d{4}-\\d\\d-\\d\\d$`));
      assert.equal((await retention.bucketsDueForReminder(tx, 1)).length, 1);
      await runStatement(
        tx,
        sql`
        insert into mails (id, kind, user_id, dedupe_key, payload, created_at)
        values (${newId()}, 'deletion-reminder', ${user.id}, ${due[0]?.dedupeKey}, '{}', app_now())`,
      );
      assert.deepEqual(Object.keys(await reminders(tx)), [later]);
    }));

  test('is counted if it is due now or within a day, with the sets that expire within a day', () =>
    db.transaction().execute(async (tx) => {
      for (const days of [7, 7.5, 8, 8.01, 6]) await insert(tx, days, 'paid');
      for (const days of [3.5, 4.5, 0.5, 1]) await insert(tx, days);
      await insert(tx, 7.5, 'archived');
      const counts = await retention.dueWithinDay(tx);
      // Paid: due are 7 and 6, tomorrow 7.5 and 8. Unpaid: due are all but 4.5, and 3.5 has its second tomorrow.
      assert.deepEqual(counts, { deletionReminders: 4, unpaidReminders: 5, bucketsPendingDeletion: 1 });
    }));
});

describe('a set may be deleted', () => {
  const due = async (tx: Tx) => (await retention.bucketsDueForDeletion(tx, 100)).map(({ id }) => id);

  test('from its expiry on, the oldest first', () =>
    db.transaction().execute(async (tx) => {
      const [now, before, later] = [await insert(tx, 0), await insert(tx, -1, 'paid'), await insert(tx, 0.001)];
      assert.deepEqual(await due(tx), [before, now]);
      assert.deepEqual(
        (await retention.bucketsDueForDeletion(tx, 1)).map(({ id }) => id),
        [before],
      );
      assert.deepEqual(await retention.lockBucketsDueForDeletion(tx, [later, now]), [now]);
    }));

  test('not while a payment may be pending', () =>
    db.transaction().execute(async (tx) => {
      const [id, other] = [await insert(tx, -1), await insert(tx, -1)];
      await runStatement(
        tx,
        sql`
        insert into checkouts (id, bucket_id, revision, price, amount, currency, photos, films, idempotency_key, state, created_at, expires_at)
        values (${newId()}, ${id}, 1, '{}', 499, 'USD', 1, 1, 'key', 'creating', app_now(), app_now())`,
      );
      const found = [];
      for (const state of ['creating', 'open', 'failed', 'expired', 'complete']) {
        await runStatement(tx, sql`update checkouts set state = ${state} where bucket_id = ${id}`);
        const ids = await due(tx);
        assert.ok(ids.includes(other), 'a payment for one set keeps no other');
        if (ids.includes(id)) found.push(state);
      }
      assert.deepEqual(found, ['failed', 'expired', 'complete']);
    }));

  test('not while one of its films has still to be made, whether anybody works on it or not', async () => {
    const { bucketId } = await orderFilms(app, [[2]]);
    await runStatement(db, sql`update buckets set deletion_date = app_now() - interval '1 day'`);
    await runStatement(db, sql`update films set state = 'failed', failure_code = 'moderation'`);
    const found = [];
    for (const state of ['queued', 'creating', 'retry_pending', 'failed']) {
      await runStatement(db, sql`update films set state = ${state} where number = 1`);
      if ((await db.transaction().execute(due)).includes(bucketId)) found.push(state);
    }
    assert.deepEqual(found, ['failed']);
  });

  test('not while a film that has failed may still arrive', async (t) => {
    const { order, lease, attemptId } = await heldAttempt(app);
    t.onTestFinished(() => lease.end());
    await runStatement(db, sql`update films set state = 'failed', failure_code = 'timed_out'`);
    await runStatement(db, sql`update buckets set deletion_date = app_now() - interval '1 day'`);
    const other = await db.transaction().execute((tx) => insert(tx, -2, 'paid'));
    assert.deepEqual(await db.transaction().execute(due), [other]);
    await runStatement(db, sql`update attempts set state = 'failed', ended_at = now() where id = ${attemptId}`);
    assert.deepEqual(await db.transaction().execute(due), [other, order.bucketId]);
  });
});

describe('a set is kept', () => {
  test('for thirty days, renewed by each change and by its payment', async () => {
    const id = await db.transaction().execute((tx) => buckets.insertBucket(tx, user.id, undefined));
    assert.deepEqual(await daysLeft(id), [30]);
    const shorten = (days: number) =>
      runStatement(
        db,
        sql`update buckets set deletion_date = app_now() + ${days}::int * interval '1 day' where id = ${id}`,
      );
    await shorten(3);
    await db.transaction().execute((tx) => buckets.touchBuckets(tx, [id]));
    assert.deepEqual(await daysLeft(id), [30]);
    const changed = await buckets.ownBucket(db, user.id, id);
    assert.deepEqual([changed?.revision, changed?.status], [2, 'pending']);
    await shorten(3);
    await db.transaction().execute((tx) => buckets.markBucketPaid(tx, id));
    const paid = await buckets.ownBucket(db, user.id, id);
    assert.deepEqual([await daysLeft(id), paid?.status, paid?.revision], [[30], 'paid', 2]);
    assert.ok(paid?.paidAt);
  });

  test('for at least thirty days after an addition to a paid set', async () => {
    const [short, long, untouched] = await db
      .transaction()
      .execute(async (tx) => [await insert(tx, 3, 'paid'), await insert(tx, 50, 'paid'), await insert(tx, 4, 'paid')]);
    for (const id of [short, long]) await db.transaction().execute((tx) => buckets.extendRetention(tx, [id]));
    assert.deepEqual(await daysLeft(short, long, untouched), [30, 50, 4]);
  });
});

test('what happens to one set changes no other', async () => {
  const [one, other] = await db.transaction().execute(async (tx) => [await insert(tx, 3), await insert(tx, 3)]);
  const rowOf = (id: string) => firstRow<Record<string, unknown>>(db, sql`select * from buckets where id = ${id}`);
  const until = new Date('2040-01-01T00:00:00Z');
  const before = await rowOf(other);
  await db.transaction().execute(async (tx) => {
    await buckets.touchBuckets(tx, [one]);
    await buckets.markBucketPaid(tx, one);
    await buckets.extendRetention(tx, [one]);
    await buckets.setDeletionDate(tx, one, until);
    await buckets.setBucketStatus(tx, one, 'archived');
  });
  const stranger = await app.createUser();
  assert.equal(await buckets.renameOwnBucket(db, stranger.id, one, 'Theirs'), undefined);
  assert.equal((await buckets.renameOwnBucket(db, user.id, one, 'Ours'))?.id, one);
  const archived = await rowOf(one);
  assert.deepEqual(
    [archived?.['status'], archived?.['name'], archived?.['deletionDate'], archived?.['unarchivedAt']],
    ['archived', 'Ours', until, null],
  );
  assert.ok(archived?.['archivedAt']);
  await db.transaction().execute((tx) => buckets.setBucketStatus(tx, one, 'paid'));
  const restored = await rowOf(one);
  assert.deepEqual([restored?.['status'], restored?.['archivedAt']], ['paid', archived['archivedAt']]);
  assert.ok(restored?.['unarchivedAt']);
  assert.deepEqual(await rowOf(other), before);
});

describe('the sets of a user', () => {
  test('are shown in pages, newest first, without archived ones and those of others', async () => {
    const stranger = await app.createUser();
    const ids = await db
      .transaction()
      .execute(async (tx) => [await insert(tx, 1), await insert(tx, 2, 'paid'), await insert(tx, 3)]);
    // The second and the third were created at one moment: the one with the greater id is the newer one.
    await runStatement(
      db,
      sql`update buckets set created_at = app_now() - interval '1 hour' where id = any(${ids.slice(1)}::uuid[])`,
    );
    const archived = [];
    for (let count = 0; count < 4; count++)
      archived.unshift(await db.transaction().execute((tx) => insert(tx, 1, 'archived')));
    const page = async (number: number, limit: number, userId = user.id) => {
      const { total, buckets: rows } = await buckets.bucketsPage(db, userId, { page: number, limit, archived: false });
      return [total, ...rows.map(({ id }) => ids.indexOf(id))];
    };
    assert.deepEqual(await page(1, 3), [3, 0, 2, 1]);
    assert.deepEqual(await page(1, 2), [3, 0, 2]);
    assert.deepEqual(await page(2, 2), [3, 1]);
    assert.deepEqual(await page(3, 2), [3]);
    assert.deepEqual(await page(1, 2, stranger.id), [0]);
    const put = await buckets.bucketsPage(db, user.id, { page: 1, limit: 2, archived: true });
    assert.deepEqual([put.total, put.archivedTotal, put.buckets.map(({ id }) => id)], [4, 4, archived.slice(0, 2)]);
    const shown = await buckets.bucketsPage(db, user.id, { page: 1, limit: 2, archived: false });
    assert.equal(shown.archivedTotal, 4);
    const pageOf = async (id: string, userId = user.id) => {
      const found = await buckets.pageOfBucket(db, userId, id, 2);
      return [found.page, found.archived];
    };
    await db.transaction().execute((tx) => buckets.insertBucket(tx, stranger.id, undefined));
    const found = [];
    for (const id of [...ids, ...archived]) found.push(await pageOf(id));
    assert.deepEqual(found, [
      [1, false],
      [2, false],
      [1, false],
      [1, true],
      [1, true],
      [2, true],
      [2, true],
    ]);
    assert.deepEqual(
      [await pageOf(archived[2] ?? '', stranger.id), await pageOf(newId())],
      [
        [1, false],
        [1, false],
      ],
    );
    assert.deepEqual(
      [await buckets.countOpenBuckets(db, user.id), await buckets.countOpenBuckets(db, stranger.id)],
      [2, 1],
    );
  });

  test('are found only by their owner, and by the browser’s key', async () => {
    const stranger = await app.createUser();
    const key = newId();
    const id = await db.transaction().execute((tx) => buckets.insertBucket(tx, user.id, key));
    const later = await db.transaction().execute((tx) => buckets.insertBucket(tx, user.id, undefined));
    assert.equal((await buckets.ownBucket(db, user.id, later))?.id, later);
    assert.equal((await buckets.ownBucket(db, user.id, id))?.id, id);
    assert.equal(await buckets.ownBucket(db, stranger.id, id), undefined);
    assert.equal((await buckets.bucketOfKey(db, user.id, key))?.id, id);
    assert.equal(await buckets.bucketOfKey(db, user.id, newId()), undefined);
    assert.equal(await buckets.bucketOfKey(db, stranger.id, key), undefined);
    assert.equal(await db.transaction().execute((tx) => buckets.lockOwner(tx, user.id)), true);
    assert.equal(await db.transaction().execute((tx) => buckets.lockOwner(tx, newId())), false);
  });

  test('can be changed until they are paid', () => {
    requireEditable([{ status: 'pending' }, { status: 'pending' }]);
    for (const status of ['paid', 'archived'] as const)
      assert.throws(() => requireEditable([{ status: 'pending' }, { status }]), { code: 'bucket_not_editable' });
  });
});

describe('a change', () => {
  test('is refused if a set is missing or belongs to another user', async () => {
    const own = await db.transaction().execute((tx) => insert(tx, 1));
    const change = (userId: string, ids: string[]) => changeBuckets(deps, userId, ids, async () => 'changed');
    assert.equal(await change(user.id, [own]), 'changed');
    await assert.rejects(change(user.id, [own, newId()]), { code: 'not_found' });
    await assert.rejects(change((await app.createUser()).id, [own]), { code: 'not_found' });
  });

  test('is retried if a payment page was opened in between, at most three times', async () => {
    const id = await db.transaction().execute((tx) => insert(tx, 1));
    let rounds = 0;
    const reopened = async (succeedsIn: number) => {
      rounds = 0;
      return changeBuckets(deps, user.id, [id], async () => {
        rounds += 1;
        if (rounds < succeedsIn) throw new AppError('bucket_payment_in_progress');
        return 'changed';
      });
    };
    assert.deepEqual([await reopened(3), rounds], ['changed', 3]);
    await assert.rejects(reopened(9), { code: 'bucket_payment_in_progress' });
    assert.equal(rounds, 3);
    const work = async () => {
      rounds += 1;
      throw new AppError('bucket_empty');
    };
    await assert.rejects(changeBuckets(deps, user.id, [id], work), { code: 'bucket_empty' });
    assert.equal(rounds, 4, 'any other refusal is final');
  });
});

describe('a set that is deleted', () => {
  test('leaves a tombstone with what was paid, or what it would cost', async () => {
    const sold = await orderFilms(app, [[2], [1]]);
    const kept = await orderFilms(app, [[1], [1]]);
    await recordSale(db, sold.bucketId, 1234);
    await recordSale(db, kept.bucketId, 999);
    const unsold = await createPhotoSet(db, user.id, [[2]]);
    await db.transaction().execute((tx) => deleteBuckets(tx, [sold.bucketId, unsold.bucketId, newId()], 'customer'));
    const stones = await allRows<{ bucketId: string }>(
      db,
      sql`select bucket_id, reason, photos, films, amount, currency from bucket_tombstones`,
    );
    const stoneOf = (id: string) => stones.find(({ bucketId }) => bucketId === id);
    assert.deepEqual(stoneOf(sold.bucketId), {
      bucketId: sold.bucketId,
      reason: 'customer',
      photos: 2,
      films: 3,
      amount: 1234,
      currency: 'EUR',
    });
    assert.deepEqual(stoneOf(unsold.bucketId), {
      bucketId: unsold.bucketId,
      reason: 'customer',
      photos: 1,
      films: 2,
      amount: 499 + 199,
      currency: 'USD',
    });
    assert.equal(stones.length, 2);
    assert.deepEqual(await allRows(db, sql`select id from buckets`), [{ id: kept.bucketId }]);
  });

  test('may be deleted already', async () => {
    await db.transaction().execute((tx) => deleteBuckets(tx, [newId()], 'retention'));
  });
});
