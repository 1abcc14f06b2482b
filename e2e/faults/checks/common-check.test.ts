import assert from 'node:assert/strict';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { judge } from './common-check.ts';
import { collectFacts } from './facts.ts';
import { videoKey } from '../world/keys.ts';
import type { Order } from '../clients/order.ts';
import { untilQuiet } from './quiet.ts';
import { payOrder, prepareOrder, register } from '../clients/shopper.ts';
import { startWorld, type World } from '../world/world.ts';

// Proves that the check at the end of every scenario detects each kind of problem: each test causes one of them.
let world: World;
let order: Order;
const since = Date.now();
/** Needed only where all faults run. */
const fullRun = { tags: ['full'] };
beforeAll(async () => {
  world = await startWorld();
  order = await prepareOrder(world, await register(world, 'Ada'), [[2]]);
  await payOrder(world, order);
  await untilQuiet(world);
}, 900_000);
afterAll(() => world?.stop());

const check = async (causes: RegExp[] = []) => judge(await collectFacts(world, [order], since), { causes });
const rows = (text: string) => world.database.query<{ value: string }>(text);
const filmFile = async () =>
  join(world.dataDir, 'media', (await rows('select film_key as value from films order by id limit 1'))[0]?.value ?? '');

test('an order that went well has nothing wrong', fullRun, async () => {
  const { problems, delivered, films } = await check();
  assert.deepEqual([problems, delivered, films], [[], 2, 2]);
});

test('a film that was requested twice is a duplicate', fullRun, async () => {
  const [generation] = await world.video.accepted();
  const ask = () =>
    fetch(`${world.video.apiUrl}/generations/video`, {
      method: 'POST',
      headers: { authorization: `Bearer ${videoKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(generation?.generation.request),
    });
  assert.equal((await ask()).status, 201);
  assert.equal((await check()).duplicates, 1);
});

test('a create that belongs to no film is unexpected', fullRun, async () => {
  const body = {
    model: 'ray-2',
    prompt: 'A stray',
    callback_url: `${world.url}/api/generation/callback/nobodys-token`,
  };
  await fetch(`${world.video.apiUrl}/generations/video`, {
    method: 'POST',
    headers: { authorization: `Bearer ${videoKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  assert.equal((await check()).unexpected, 1);
});

test('a film whose file is missing or replaced is lost', fullRun, async () => {
  const file = await filmFile();
  await rename(file, `${file}.away`);
  const gone = await check();
  assert.equal(gone.lost, 1);
  assert.match(gone.problems.join(), /rows without their file/);
  assert.match(gone.problems.join(), /files that no row names/);
  await writeFile(file, Buffer.concat([await readFile(`${file}.away`), Buffer.from('one byte too many')]));
  const other = await check();
  assert.equal(other.lost, 1);
  assert.match(other.problems.join(), /whose content is another/);
  await rename(`${file}.away`, file);
});

test(
  'a film without a row is lost; one in an intermediate state is stuck; one that failed unexpectedly is lost',
  fullRun,
  async () => {
    await rows(
      `update films set state = 'creating', done_at = null where id = (select min(id::text)::uuid from films)`,
    );
    assert.equal((await check()).stuck, 1);
    await rows(`update films set state = 'failed', failure_code = 'moderation' where state = 'creating'`);
    assert.equal((await check()).lost, 1);
    await rows(`delete from films where state = 'failed'`);
    assert.equal((await check()).lost, 1);
  },
);

test(
  'a surplus or missing payment, an error without a logged cause, and a process that ended by itself are problems',
  fullRun,
  async () => {
    const facts = await collectFacts(world, [{ ...order, payments: 2 }], since);
    assert.match(judge(facts).problems.join(), /1 payments where 2 are due/);
    assert.match(judge(facts, { causes: [/the moon fell/] }).problems.join(), /causes that nobody is told/);
    assert.match(judge({ ...facts, crashes: ['web ended with 1'] }).problems.join(), /ended by themselves: web/);
    assert.match(judge({ ...facts, takenMails: { a: 2 } }).problems.join(), /taken too often/);
    assert.doesNotMatch(judge({ ...facts, takenMails: { a: 2 }, deaths: 1 }).problems.join(), /taken too often/);
  },
);
