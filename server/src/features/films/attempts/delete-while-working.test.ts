import assert from 'node:assert/strict';
import { beforeEach, test } from 'vitest';
import { deleteBucket, deleteContentFile } from '@keepsake/contract/photos/content';
import { sql } from 'kysely';
import { allRows, firstRow } from '../../../../test/statements.ts';
import { filmsOf, orderFilms, settled, work, type FilmOrder } from '../../../../test/film-order.ts';
import { startTestApp } from '../../../../test/harness.ts';
import { patienceMs, until } from '../../../../test/until.ts';
import { createRoute, filmRoute, startTestVideoService } from '../../../../test/video-service.ts';

const service = await startTestVideoService();
const app = await startTestApp(undefined, { settings: { ...service.settings, LEASE_MS: '1000' } });

beforeEach(() => service.clearFaults());

test('a set that is deleted while its film is being requested leaves nothing here or at the provider', async (t) => {
  await service.fault({ route: createRoute, action: 'delay', phase: 'after', delayMs: 1200 });
  const order = await orderFilms(app);
  await work(t, app);
  await until(async () => (await service.generations()).length === 1);
  await deleteSet(order);
  await nothingIsLeft(order);
});

test('a set that is deleted while it is unknown whether its film was accepted leaves nothing at the provider', async (t) => {
  await service.control('POST', 'list-lag', { ms: 700 });
  t.onTestFinished(async () => void (await service.control('POST', 'list-lag', { ms: 0 })));
  await service.fault({ route: createRoute, action: 'drop', phase: 'after' });
  const order = await orderFilms(app);
  await work(t, app);
  await until(async () => (await attemptStates(order)).includes('unknown'));
  await deleteSet(order);
  await nothingIsLeft(order);
});

test('a set that is deleted while the provider works has the work deleted there', async (t) => {
  await service.outcome({ kind: 'hang', state: 'dreaming' });
  const order = await orderFilms(app);
  await work(t, app);
  await until(async () => (await attemptStates(order)).includes('submitted'));
  await deleteSet(order);
  await nothingIsLeft(order);
});

test('a set that is deleted while its film arrives leaves no file', async (t) => {
  await service.fault({ route: filmRoute, action: 'delay', phase: 'after', delayMs: 1500 });
  const order = await orderFilms(app);
  await work(t, app);
  await until(async () => (await service.generations()).some(({ generation }) => generation.state === 'completed'));
  await until(async () => (await leased(order)) > 0);
  await deleteSet(order);
  await nothingIsLeft(order);
});

test('a set that is deleted before a request was sent leaves nothing to do', async () => {
  const order = await orderFilms(app, [[2]]);
  await deleteSet(order);
  await app.drain();
  await nothingIsLeft(order);
});

test('a set that is deleted after its films are delivered takes the provider’s copies with it', async (t) => {
  const order = await orderFilms(app, [[2]]);
  await work(t, app);
  await settled(app, order.bucketId);
  assert.equal((await service.generations()).length, 2, 'the provider keeps its copies for a day');
  await deleteSet(order);
  await nothingIsLeft(order, { mails: 1 });
});

test('of two photos one is deleted: the other’s film is made and the customer is notified', async (t) => {
  await service.outcome({ kind: 'hang', state: 'dreaming', times: 2 });
  const order = await orderFilms(app, [[1], [1]]);
  await work(t, app);
  await until(async () => (await service.generations()).length === 2);
  const photo = await firstRow<{ filename: string }>(
    app.db,
    sql`select filename from photos where bucket_id = ${order.bucketId} order by position limit 1`,
  );
  const answer = await app.call(deleteContentFile, {
    params: { filename: photo?.filename ?? '' },
    token: order.user.token,
  });
  assert.deepEqual(answer.data, { wasLastContent: false });
  await until(async () => (await service.generations()).length === 1);
  await service.resume((await service.generations())[0]?.id);
  assert.deepEqual(
    (await settled(app, order.bucketId)).map(({ state }) => state),
    ['done'],
  );
  assert.equal(await readyMails(order), 1);
  await deleteSet(order);
});

async function deleteSet({ bucketId, user }: FilmOrder): Promise<void> {
  const { status } = await app.call(deleteBucket, { params: { id: bucketId }, token: user.token });
  assert.equal(status, 200);
}

/** Waits for what follows by job, then looks at everything that could be left. */
async function nothingIsLeft(order: FilmOrder, expected: { mails: number } = { mails: 0 }): Promise<void> {
  const removals = () => allRows(app.db, sql`select * from generation_removals`);
  await until(
    async () => (await service.generations()).length === 0 && (await removals()).length === 0,
    patienceMs,
    async () => JSON.stringify({ held: await service.generations(), removals: await removals() }),
  );
  await until(
    async () => (await storedFiles()).length === 0,
    patienceMs,
    async () => (await storedFiles()).join(),
  );
  assert.deepEqual(await filmsOf(app, order.bucketId), []);
  assert.equal(await readyMails(order), expected.mails);
}

async function storedFiles(): Promise<string[]> {
  const keys: string[] = [];
  for (const folder of ['photos/', 'films/', 'posters/'])
    for await (const key of app.deps.storage.list(folder)) keys.push(key);
  return keys;
}

async function attemptStates({ bucketId }: FilmOrder): Promise<string[]> {
  const rows = await allRows<{ state: string }>(
    app.db,
    sql`select a.state from attempts a join films v on v.id = film_id where bucket_id = ${bucketId}`,
  );
  return rows.map(({ state }) => state);
}

async function leased({ bucketId }: FilmOrder): Promise<number> {
  const rows = await allRows(
    app.db,
    sql`
    select 1 from attempts a join films v on v.id = film_id
    where bucket_id = ${bucketId} and a.state = 'submitted' and lease_until > now()`,
  );
  return rows.length;
}

async function readyMails({ user }: FilmOrder): Promise<number> {
  return (await allRows(app.db, sql`select 1 from mails where user_id = ${user.id} and kind = 'films-ready'`)).length;
}
