import assert from 'node:assert/strict';
import { test } from 'vitest';
import { bucketTimeline } from '@keepsake/contract/photos/content';
import { orderFilms, settled } from '../../../test/film-order.ts';
import { finishFilms } from '../../../test/finished-films.ts';
import { startTestApp } from '../../../test/harness.ts';
import { startTestVideoService } from '../../../test/video-service.ts';
import { sql } from 'kysely';
import { runStatement } from '../../../test/statements.ts';
import { newId } from '../../platform/ids.ts';
import { recordOwedFilm } from '../films/owed-film.queries.ts';

const service = await startTestVideoService();
const app = await startTestApp(undefined, { settings: service.settings });

const timeline = (id: string, token: string | undefined, query = {}) =>
  app.call(bucketTimeline, { params: { id }, query, token });

test('the timeline of a set has its payment, each attempt, each mail, and its expiry', async () => {
  const { user, bucketId } = await orderFilms(app, [[1]]);
  const [checkoutId, intent] = [newId(), `pi_${newId()}`];
  await runStatement(
    app.db,
    sql`
    insert into checkouts (id, bucket_id, user_id, revision, price, amount, currency, photos, films, idempotency_key, state,
      payment_intent, created_at, expires_at, completed_at, fulfilled_at)
    values (${checkoutId}, ${bucketId}, ${user.id}, 1, '{}', 499, 'USD', 1, 1, ${checkoutId}, 'complete',
      ${intent}, app_now(), app_now(), app_now(), app_now())`,
  );
  await runStatement(
    app.db,
    sql`
    insert into sales (bucket_id, checkout_id, amount, currency, photos, films, paid_at)
    values (${bucketId}, ${checkoutId}, 499, 'USD', 1, 1, app_now())`,
  );
  await app.drain();
  await settled(app, bucketId);
  await runStatement(
    app.db,
    sql`
    insert into payment_ledger (kind, provider_ref, amount, currency, payment_intent, recorded_at)
    values ('refund', ${`re_${intent}`}, 199, 'usd', ${intent}, app_now())`,
  );

  const { entries, total } = (await timeline(bucketId, user.token)).data;
  assert.equal(total, entries.length);
  const told = entries.map(({ kind, amount, film, code }) =>
    [kind, amount, film && film.number, code].filter((part) => part !== null).join(' '),
  );
  assert.deepEqual(told.toSorted(), [
    'film_asked 1',
    'film_done 1',
    'made',
    'mail films-ready',
    'ordered 4.99',
    'paid 4.99',
    'refunded 1.99',
    'to_be_deleted',
  ]);
  const times = entries.map(({ at }) => Date.parse(at));
  assert.deepEqual(
    times,
    times.toSorted((a, b) => b - a),
    'newest first',
  );
  assert.equal(entries.at(-1)?.kind, 'made');

  const second = (await timeline(bucketId, user.token, { page: 2, limit: 5 })).data;
  assert.deepEqual([second.total, second.entries], [total, entries.slice(5)]);
});

test('the timeline says why a film shows another effect, and is owed for it', async () => {
  const { user, bucketId } = await orderFilms(app, [[1]]);
  const [filmId = ''] = await finishFilms(app, bucketId);
  const report = JSON.stringify({ effect: 'wave', faces: 1, fallback: { code: 'no_hand' } });
  await runStatement(app.db, sql`update films set report = ${report}::jsonb where id = ${filmId}`);
  await app.db.transaction().execute((tx) => recordOwedFilm(tx, { filmId, bucketId, failureCode: 'effect_replaced' }));
  const { entries } = (await timeline(bucketId, user.token)).data;
  const told = entries.flatMap(({ kind, code }) => (/replaced|owed|done/.test(kind) ? [[kind, code]] : []));
  assert.deepEqual(told, [
    ['film_owed', 'no_hand'],
    ['film_replaced', 'no_hand'],
    ['film_done', null],
  ]);
});

test('is returned only to the owner', async () => {
  const { bucketId } = await orderFilms(app, [[1]]);
  const stranger = await app.createUser();
  assert.equal((await timeline(bucketId, stranger.token)).status, 404);
  assert.equal((await timeline(bucketId, undefined)).status, 401);
});
