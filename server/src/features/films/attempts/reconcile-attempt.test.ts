import assert from 'node:assert/strict';
import { test } from 'vitest';
import { generationCallback } from '@keepsake/contract/films/videos';
import { sql } from 'kysely';
import { allRows } from '../../../../test/statements.ts';
import { errorsOf, heldAttempt } from '../../../../test/film-order.ts';
import { startTestApp } from '../../../../test/harness.ts';
import { createRoute, listRoute, startTestVideoService, videoKey } from '../../../../test/video-service.ts';
import { reconcileAttempt } from './reconcile-attempt.ts';

const service = await startTestVideoService();
const settleMs = 60_000;
const app = await startTestApp(undefined, { settings: { ...service.settings, RECONCILE_WAIT_MS: String(settleMs) } });
const { deps } = app;
const ago = (ms: number) => new Date(Date.now() - ms);

/** What the service does when a request reaches it. */
async function accept(token: string): Promise<string> {
  const callback_url = app.url + generationCallback.path.replace(':token', token);
  const response = await fetch(service.url + createRoute.slice('POST /dream-machine/v1'.length), {
    method: 'POST',
    headers: { authorization: `Bearer ${videoKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'ray-2', prompt: 'She smiles.', callback_url }),
  });
  return ((await response.json()) as { id: string }).id;
}

test('a request that is in the list is adopted', async (t) => {
  const { lease } = await heldAttempt(app);
  t.onTestFinished(() => lease.end());
  const id = await accept(lease.attempt.token);
  const outcome = await reconcileAttempt(deps, lease);
  assert.equal(outcome.kind, 'continue');
  assert.deepEqual(outcome.kind === 'continue' && [outcome.changes.state, outcome.changes.providerGenerationId], [
    'submitted',
    id,
  ]);
});

test('one complete listing is not enough, however late: two are', async (t) => {
  const { lease } = await heldAttempt(app);
  t.onTestFinished(() => lease.end());
  await lease.save({ state: 'unknown', sentAt: ago(2 * settleMs), sendableUntil: ago(2 * settleMs) });
  const first = await reconcileAttempt(deps, lease);
  assert.deepEqual(first.kind === 'wait' && first.changes, { missingListings: 1, consecutiveFailures: 0 });
  await lease.save({ missingListings: 1 });
  assert.equal((await reconcileAttempt(deps, lease)).kind, 'lost');
});

test('any number of listings is not enough while the request can still be on its way into the list', async (t) => {
  const { lease } = await heldAttempt(app);
  t.onTestFinished(() => lease.end());
  await lease.save({
    state: 'unknown',
    missingListings: 50,
    sentAt: ago(settleMs - 5000),
    sendableUntil: ago(settleMs - 5000),
  });
  const outcome = await reconcileAttempt(deps, lease);
  assert.ok(outcome.kind === 'wait' && outcome.delayMs <= 5000);
});

test('a listing that fails proves nothing', async (t) => {
  const { lease } = await heldAttempt(app);
  t.onTestFinished(() => lease.end());
  await lease.save({
    state: 'unknown',
    missingListings: 1,
    sentAt: ago(2 * settleMs),
    sendableUntil: ago(2 * settleMs),
  });
  await service.fault({ route: listRoute, action: 'cut', phase: 'after' });
  const outcome = await reconcileAttempt(deps, lease);
  assert.ok(outcome.kind === 'wait' && outcome.problem && !outcome.changes);
});

test('two films for one request are counted, and administrators are notified once', async (t) => {
  const admin = await app.createUser({ role: 'Admin' });
  const { lease, order } = await heldAttempt(app);
  t.onTestFinished(() => lease.end());
  const ids = [await accept(lease.attempt.token), await accept(lease.attempt.token)];
  for (let looks = 0; looks < 2; looks += 1) assert.equal((await reconcileAttempt(deps, lease)).kind, 'continue');
  const counted = await allRows<{ id: string }>(
    app.db,
    sql`select provider_generation_id as id from duplicate_generations where attempt_id = ${lease.attempt.id}`,
  );
  assert.equal(counted.length, 1);
  const id = counted[0]?.id ?? '';
  assert.ok(ids.includes(id));
  const told = await errorsOf(app, order.bucketId);
  assert.equal(told.length, 1);
  assert.match(told[0] ?? '', new RegExp(`${id}.*bought twice`));
  const notified = async () =>
    (await allRows(app.db, sql`select 1 from mails where user_id = ${admin.id} and kind = 'admin-alert'`)).length;
  assert.equal(await notified(), 1);

  const other = await heldAttempt(app);
  t.onTestFinished(() => other.lease.end());
  for (let times = 0; times < 2; times += 1) await accept(other.lease.attempt.token);
  assert.equal((await reconcileAttempt(deps, other.lease)).kind, 'continue');
  assert.equal(await notified(), 2, 'those of another request are news');
  const modules = await allRows(app.db, sql`select distinct module_name from error_logs`);
  assert.deepEqual(modules, [{ moduleName: 'videos' }]);
});
