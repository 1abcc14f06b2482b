import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test, type TestContext } from 'vitest';
import { disableUser, enableUser } from '@keepsake/contract/admin/customer-page';
import { deleteBucket, getBucket } from '@keepsake/contract/photos/content';
import { limits } from '@keepsake/contract/limits';
import * as contract from '@keepsake/contract/films/shares';
import { orderFilms } from '../../../test/film-order.ts';
import { filmBytes, finishFilms } from '../../../test/finished-films.ts';
import { startTestApp } from '../../../test/harness.ts';
import { createAdmin } from '../../../test/totp.ts';
import { createShare } from './create-share.ts';
import { rateLimits } from '../../platform/rate-limits.ts';
import { sql } from 'kysely';
import { firstRow, runStatement } from '../../../test/statements.ts';

const app = await startTestApp(undefined);

/** A set of three finished films, and how links to it are made. */
async function filmedSet() {
  const { user, bucketId } = await orderFilms(app, [[2], [1]]);
  const filmIds = await finishFilms(app, bucketId);
  const share = (given: { filmIds?: string[]; days?: number; password?: string } = {}) =>
    app.call(contract.createShare, {
      params: { id: bucketId },
      body: { filmIds, days: 7, password: '', ...given },
      token: user.token,
    });
  const list = async () =>
    (await app.call(contract.listShares, { params: { id: bucketId }, token: user.token })).data.shares;
  return { user, bucketId, filmIds, share, list };
}

/** The same shop with its limits. */
const startGuardedApp = (t: TestContext) =>
  startTestApp(t, {
    databaseUrl: app.deps.config.DATABASE_URL,
    settings: { RATE_LIMIT: 'on', TRUST_PROXY: 'true' },
  });

const tokenOf = (url: string) => url.split('#')[1] ?? '';
const open = (token: string, password?: string) =>
  app.call(contract.openShare, { body: { token, ...(password !== undefined && { password }) } });

describe('a link to films', () => {
  test('shows the chosen films, and no others, to everybody who has it', async () => {
    const { filmIds, share } = await filmedSet();
    const [first = '', , third = ''] = filmIds;
    const { status, data } = await share({ filmIds: [third, first] });
    assert.equal(status, 201);
    assert.match(data.url, /\/shared#[A-Za-z0-9_-]{43}$/);
    assert.deepEqual([data.share.films, data.share.hasPassword], [2, false]);
    const shown = (await open(tokenOf(data.url))).data;
    assert.deepEqual(
      shown.films.map(({ id }) => id),
      [first, third],
      'in the order of the photos',
    );
    const [film] = shown.films;
    assert.deepEqual(Buffer.from(await (await fetch(app.url + (film?.url ?? ''))).arrayBuffer()), filmBytes);
    const saved = await fetch(app.url + (film?.downloadUrl ?? ''));
    assert.match(saved.headers.get('content-disposition') ?? '', /^attachment/);
    assert.deepEqual([film?.width, film?.height], [960, 540]);
  });

  test('names what its films show, and nothing else that was ordered', async () => {
    const { filmIds, bucketId, share } = await filmedSet();
    const [hug = '', smile = ''] = filmIds;
    const report = (effect: string, more: object) => JSON.stringify({ effect, faces: 2, ...more });
    await runStatement(
      app.db,
      sql`update films set report = ${report('hug', { fallback: { code: 'no_arms', effect: 'smile' } })}::jsonb where id = ${hug}`,
    );
    await runStatement(app.db, sql`update films set report = ${report('smile', {})}::jsonb where id = ${smile}`);
    await runStatement(app.db, sql`update films set action = '{"en": "Laugh"}' where bucket_id = ${bucketId}`);
    const { films } = (await open(tokenOf((await share()).data.url))).data;
    const told = films.map(({ id: _id, url: _url, downloadUrl: _saved, posterUrl: _poster, ...rest }) => rest);
    const size = { width: 960, height: 540 };
    assert.deepEqual(told, [
      { shows: 'smile', ...size },
      { shows: { en: 'Laugh' }, ...size },
      { shows: { en: 'Laugh' }, ...size },
    ]);
  });

  test('cannot be created for a set that was just deleted', async () => {
    const { filmIds, user, bucketId } = await filmedSet();
    await app.call(deleteBucket, { params: { id: bucketId }, token: user.token });
    const asked = createShare({ db: app.db }, bucketId, { filmIds, days: 7, password: '' });
    await assert.rejects(asked, { code: 'not_found' });
  });

  test('is stored only as a hash', async () => {
    const { bucketId, share } = await filmedSet();
    const token = tokenOf((await share()).data.url);
    const row = await firstRow<{ all: string }>(
      app.db,
      sql`select row_to_json(shares)::text as all from shares where bucket_id = ${bucketId}`,
    );
    assert.ok(row && !row.all.includes(token));
  });

  test('expires on its day, and never later than the files of its set', async (t) => {
    const { bucketId, user, share } = await filmedSet();
    await runStatement(
      app.db,
      sql`update buckets set deletion_date = app_now() + interval '3 days' where id = ${bucketId}`,
    );
    const [short, long] = [(await share({ days: 1 })).data, (await share({ days: 30 })).data];
    const daysLeft = ({ expiresAt }: contract.Share) => Math.round((Date.parse(expiresAt) - Date.now()) / 86_400_000);
    assert.deepEqual([daysLeft(short.share), daysLeft(long.share)], [1, 3]);

    const later = await startTestApp(t, {
      databaseUrl: app.deps.config.DATABASE_URL,
      settings: { CLOCK_OFFSET_MS: String(2 * 86_400_000) },
    });
    const openLater = (url: string) => later.call(contract.openShare, { body: { token: tokenOf(url) } });
    assert.deepEqual([(await openLater(short.url)).status, (await openLater(long.url)).status], [404, 200]);
    const { shares } = (await later.call(contract.listShares, { params: { id: bucketId }, token: user.token })).data;
    assert.deepEqual(
      shares.map(({ id }) => id),
      [long.share.id],
    );
  });

  test('is ended at once by its owner only', async () => {
    const { user, share, list } = await filmedSet();
    const { data } = await share();
    const { id } = data.share;
    const stranger = await app.createUser();
    assert.equal((await app.call(contract.revokeShare, { params: { id }, token: stranger.token })).status, 404);
    assert.equal((await app.call(contract.revokeShare, { params: { id } })).status, 401);
    assert.equal((await open(tokenOf(data.url))).status, 200);
    assert.equal((await app.call(contract.revokeShare, { params: { id }, token: user.token })).status, 200);
    const { status, error } = await open(tokenOf(data.url));
    assert.deepEqual([status, error.code], [404, 'share_ended']);
    assert.deepEqual(await list(), []);
  });

  test('is closed while the account of its owner is disabled', async () => {
    const { user, share } = await filmedSet();
    const token = tokenOf((await share({ password: 'under the pear tree' })).data.url);
    const admin = await createAdmin(app);
    const change = { token: admin.token, params: { id: user.id } };
    assert.equal((await app.call(disableUser, change)).status, 200);
    for (const password of [undefined, 'under the pear tree']) {
      const { status, error } = await open(token, password);
      assert.deepEqual([status, error.code], [404, 'share_ended']);
    }
    assert.equal((await app.call(enableUser, change)).status, 200);
    assert.equal((await open(token, 'under the pear tree')).data.films.length, 3);
  });

  test('is deleted with its set, and then answered like an unknown link', async () => {
    const { bucketId, user, share } = await filmedSet();
    const { data } = await share();
    assert.equal((await app.call(getBucket, { params: { id: bucketId }, token: user.token })).status, 200);
    await app.call(deleteBucket, { params: { id: bucketId }, token: user.token });
    const [gone, never] = [await open(tokenOf(data.url)), await open('A'.repeat(43))];
    assert.deepEqual([gone.status, gone.error.code], [404, 'share_ended']);
    assert.deepEqual([never.status, never.error.code], [404, 'share_ended']);
  });
});

describe('a link with a password', () => {
  test('shows nothing without the password', async () => {
    const { share } = await filmedSet();
    const { data } = await share({ password: 'under the pear tree' });
    const token = tokenOf(data.url);
    assert.equal(data.share.hasPassword, true);
    const [without, wrong] = [await open(token), await open(token, 'under the apple tree')];
    assert.deepEqual([without.status, without.error.code], [403, 'share_password_needed']);
    assert.deepEqual([wrong.status, wrong.error.code], [403, 'share_password_wrong']);
    assert.equal((await open(token, 'under the pear tree')).data.films.length, 3);
  });

  test('allows a limited number of guesses, even at once; other networks and other links are not blocked', async (t) => {
    const guarded = await startGuardedApp(t);
    const { share } = await filmedSet();
    const [one, two] = [
      tokenOf((await share({ password: 'under the pear tree' })).data.url),
      tokenOf((await share({ password: 'behind the mill' })).data.url),
    ];
    const guess = (token: string, password: string, address = '192.0.2.1') =>
      guarded.call(contract.openShare, { body: { token, password }, headers: { 'x-forwarded-for': address } });
    const statuses = [];
    for (let at = 0; at < rateLimits.sharePassword.points + 2; at += 1)
      statuses.push((await guess(one, `guess ${at} of a stranger`)).status);
    assert.equal(statuses.filter((status) => status === 403).length, rateLimits.sharePassword.points);
    assert.equal((await guess(one, 'under the pear tree')).status, 429);
    assert.equal((await guess(two, 'behind the mill')).status, 200);
    assert.equal(
      (await guess(one, 'under the pear tree', '192.0.2.2')).status,
      200,
      'guesses from one network do not lock out another',
    );
  });

  test('is opened with the right password as often as its guests like', async (t) => {
    const guarded = await startGuardedApp(t);
    const { share } = await filmedSet();
    const { data } = await share({ password: 'under the pear tree' });
    for (let guess = 1; guess < rateLimits.shareGuesses.points; guess += 1)
      await guarded.deps.limits.count('shareGuesses', data.share.id);
    const enter = (password: string) =>
      guarded.call(contract.openShare, { body: { token: tokenOf(data.url), password } });
    for (let times = 0; times < 3; times += 1) assert.equal((await enter('under the pear tree')).status, 200);
    assert.equal((await enter('under the apple tree')).status, 403);
    assert.equal((await enter('under the apple tree')).status, 429, 'wrong ones count');
  });
});

describe('a link is refused', () => {
  test('after many others of the same customer, before its password costs a hash', async (t) => {
    const guarded = await startGuardedApp(t);
    const [{ user, bucketId }, other] = [await filmedSet(), await filmedSet()];
    const make = (token: string, id: string) =>
      guarded.call(contract.createShare, {
        params: { id },
        body: { filmIds: [randomUUID()], days: 7, password: '' },
        token,
      });
    for (let at = 0; at < rateLimits.share.points; at += 1)
      assert.equal((await make(user.token, bucketId)).status, 404);
    assert.equal((await make(user.token, bucketId)).status, 429);
    assert.equal((await make(other.user.token, other.bucketId)).status, 404, 'another customer is not affected');
  });

  test('for films that are not finished, of another set, or of another customer', async () => {
    const mine = await filmedSet();
    const theirs = await filmedSet();
    const [foreign = ''] = theirs.filmIds;
    const [own = ''] = mine.filmIds;
    assert.equal((await mine.share({ filmIds: [own, foreign] })).status, 404);
    await runStatement(app.db, sql`update films set state = 'queued', done_at = null where id = ${own}`);
    assert.equal((await mine.share({ filmIds: [own] })).status, 404);
    assert.deepEqual(await mine.list(), [], 'and nothing is left of the try');
    const stolen = await app.call(contract.createShare, {
      params: { id: theirs.bucketId },
      body: { filmIds: theirs.filmIds, days: 7, password: '' },
      token: mine.user.token,
    });
    assert.equal(stolen.status, 404);
  });

  test('without a film, for too many days, or with a password that is too short', async () => {
    const { share } = await filmedSet();
    for (const [wrong, field] of [
      [{ filmIds: [] }, 'filmIds'],
      [{ days: 0 }, 'days'],
      [{ days: limits.retentionDays + 1 }, 'days'],
      [{ password: 'short' }, 'password'],
    ] as const) {
      const { status, error } = await share(wrong as Parameters<typeof share>[0]);
      assert.deepEqual([status, Object.keys(error.fields ?? {})], [400, [field]]);
    }
    assert.equal((await open('no token')).status, 400);
  });

  test('beyond the number of links that a set can have', async () => {
    const { share } = await filmedSet();
    for (let at = 0; at < limits.sharesPerBucket; at += 1) assert.equal((await share()).status, 201);
    const { status, error } = await share();
    assert.deepEqual([status, error.code], [409, 'too_many_shares']);
  });
});
