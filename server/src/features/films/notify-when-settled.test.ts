import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'vitest';
import { sql } from 'kysely';
import { filmFile, orderFilms, silentVideoService, type FilmOrder } from '../../../test/film-order.ts';
import { startTestApp } from '../../../test/harness.ts';
import { allRows, firstRow, runStatement } from '../../../test/statements.ts';
import { newId } from '../../platform/ids.ts';
import { setFilmDone, setFilmFailed } from './film.queries.ts';
import { notifyWhenSettled } from './notify-when-settled.ts';
import { recordOwedFilm } from './owed-film.queries.ts';

const app = await startTestApp(undefined, { settings: silentVideoService });
const { db } = app;

beforeEach(async () => {
  await runStatement(db, sql`delete from buckets`);
  await runStatement(db, sql`delete from mails`);
});

/** A paid set of one photo with this many films, which are still to be made. */
async function order(films: number): Promise<FilmOrder & { ids: string[] }> {
  const made = await orderFilms(app, [[films]]);
  const rows = await allRows<{ id: string }>(
    db,
    sql`select id from films where bucket_id = ${made.bucketId} order by number`,
  );
  return { ...made, ids: rows.map(({ id }) => id) };
}

const film = { filmKey: 'films/a.mp4', posterKey: null, ...filmFile };
const deliver = async (...ids: (string | undefined)[]) => {
  for (const id of ids) await db.transaction().execute((tx) => setFilmDone(tx, id ?? '', film));
};
const fail = (id: string | undefined) =>
  db.transaction().execute((tx) => setFilmFailed(tx, id ?? '', 'moderation', 'because'));
const reopen = (...ids: (string | undefined)[]) =>
  runStatement(
    db,
    sql`update films set state = 'retry_pending', failure_code = null, failure_reason = null where id = any(${ids})`,
  );
const tell = (set: FilmOrder) =>
  db.transaction().execute((tx) => notifyWhenSettled(tx, { bucketId: set.bucketId, userId: set.user.id }));
const mails = () =>
  allRows<{ kind: string; payload: object; userId: string }>(
    db,
    sql`select kind, payload, user_id from mails order by id`,
  );
const payloads = async () => (await mails()).map(({ payload }) => payload);
/** Records that these films were granted. */
async function grant({ bucketId, user }: FilmOrder, ...ids: (string | undefined)[]): Promise<void> {
  const creditId = newId();
  await runStatement(
    db,
    sql`
    insert into credits (id, kind, bucket_id, films, effect, note, recorded_by, recorded_at)
    values (${creditId}, 'films', ${bucketId}, ${ids.length}, '{}', 'Sorry.', ${user.id}, app_now())`,
  );
  await runStatement(db, sql`update films set credit_id = ${creditId} where id = any(${ids})`);
}

describe('a customer', () => {
  test('is notified once that the films are ready, and not while one is open', async () => {
    const set = await order(2);
    const other = await order(1);
    await deliver(set.ids[0], other.ids[0]);
    await tell(set);
    assert.deepEqual(await mails(), []);
    await deliver(set.ids[1]);
    for (const _ of [1, 2]) await tell(set);
    const mail = { kind: 'films-ready', payload: { done: 2, failed: 0 }, userId: set.user.id };
    assert.deepEqual(await mails(), [mail]);
    await tell(other);
    assert.equal((await mails()).length, 2, 'another set is told by itself');
  });

  test('is not notified of a set that has no films any more', async () => {
    const set = await order(1);
    await runStatement(db, sql`delete from films where bucket_id = ${set.bucketId}`);
    await tell(set);
    assert.deepEqual(await mails(), []);
  });

  test('is notified of what could not be made, and why as far as it is not our fault', async () => {
    const codes = ['moderation', 'photo_unreadable', 'timed_out', 'provider_failed'];
    const set = await order(5);
    for (const [place, code] of codes.entries()) {
      await fail(set.ids[place]);
      await runStatement(db, sql`update films set failure_code = ${code} where id = ${set.ids[place]}`);
    }
    await deliver(set.ids[4]);
    await tell(set);
    const [mail] = await mails();
    const { failures, ...counts } = (mail?.payload ?? {}) as {
      failures: { photo: string; number: number; why: string }[];
    };
    assert.deepEqual(counts, { done: 1, failed: 4 });
    assert.deepEqual(
      failures.map(({ photo, number, why }) => [photo, number, why]),
      ['rules', 'photo', 'late', 'ours'].map((why, place) => ['photo 1.jpg', place + 1, why]),
    );
  });

  test('is notified of films that show another effect, by name, and of those that they agreed to', async () => {
    const set = await order(4);
    const [agreed, other, , last] = set.ids;
    await deliver(...set.ids);
    await runStatement(db, sql`update films set report = ${JSON.stringify({ fallback: { code: 'no_face' } })}::jsonb`);
    await runStatement(db, sql`update films set report = null where id = ${last}`);
    await runStatement(db, sql`update films set agreed_to = 'no_face' where id = ${agreed}`);
    await runStatement(db, sql`update films set agreed_to = 'eyes_closed' where id = ${other}`);
    const row = await firstRow<{ action: object }>(db, sql`select action from films where id = ${agreed}`);
    const owed = { filmId: other ?? '', bucketId: set.bucketId, failureCode: 'effect_replaced' as const };
    await db.transaction().execute((tx) => recordOwedFilm(tx, owed));
    const shownFilm = { photo: 'photo 1.jpg', action: row?.action, standIn: 'picture' };
    const replaced = [true, false].map((isOwed) => ({ ...shownFilm, isOwed }));
    const shown = { replaced, agreed: [shownFilm] };
    await tell(set);
    await deliver(last);
    await tell(set);
    assert.deepEqual(await payloads(), [
      { done: 4, failed: 0, ...shown },
      { done: 4, failed: 0, ...shown },
    ]);
  });
});

describe('a film that comes after its set was announced', () => {
  test('is announced once, alone or with the others that came meanwhile', async () => {
    const set = await order(3);
    const [first, second, third] = set.ids;
    for (const id of set.ids) await fail(id);
    await tell(set);
    await runStatement(db, sql`delete from mails`);
    await reopen(first, second);
    await deliver(first);
    await tell(set);
    assert.deepEqual(await mails(), [], 'not while another one is made');
    await deliver(second);
    for (const _ of [1, 2]) await tell(set);
    const mail = { kind: 'late-films-ready', userId: set.user.id };
    assert.deepEqual(await mails(), [{ ...mail, payload: { done: 2, failed: 1 } }]);
    await runStatement(db, sql`delete from films where id = ${first}`);
    await deliver(third);
    await tell(set);
    assert.deepEqual(await payloads(), [
      { done: 2, failed: 1 },
      { done: 2, failed: 0 },
    ]);
  });

  test('is announced once the other one that it waited for has failed for good', async () => {
    const set = await order(2);
    for (const id of set.ids) await fail(id);
    await tell(set);
    await runStatement(db, sql`delete from mails`);
    await reopen(...set.ids);
    await deliver(set.ids[0]);
    await tell(set);
    await fail(set.ids[1]);
    for (const _ of [1, 2]) await tell(set);
    assert.deepEqual(await mails(), [
      { kind: 'late-films-ready', payload: { done: 1, failed: 1 }, userId: set.user.id },
    ]);
    await reopen(set.ids[1]);
    await fail(set.ids[1]);
    await tell(set);
    assert.equal((await mails()).length, 1, 'and one that fails once more is no news');
  });

  test('is called given if nothing else came', async () => {
    const set = await order(5);
    const [bought, missing, ...given] = set.ids;
    await grant(set, ...given);
    await deliver(bought);
    for (const id of [missing, ...given]) await fail(id);
    await tell(set);
    await runStatement(db, sql`delete from mails`);
    await reopen(missing, ...given);
    await fail(missing);
    await fail(given[2]);
    await deliver(given[0], given[1]);
    await tell(set);
    await reopen(missing, given[2]);
    await deliver(missing, given[2]);
    await tell(set);
    assert.deepEqual(await payloads(), [
      { done: 3, failed: 2, given: true },
      { done: 5, failed: 0 },
    ]);
  });
});
