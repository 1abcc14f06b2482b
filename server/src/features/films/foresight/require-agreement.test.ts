import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { getContent, updateBatch, type Action } from '@keepsake/contract/photos/content';
import { photoChecks } from '@keepsake/contract/photos/photo-checks';
import { listPrompts } from '@keepsake/contract/films/prompts';
import { sql } from 'kysely';
import { invoiceData, startTestShop, type Order } from '../../../../test/shop.ts';
import { allRows, runStatement } from '../../../../test/statements.ts';
import { until } from '../../../../test/until.ts';
import { searchVersion } from '../../photos/checks/photo-check.queries.ts';

/** An order waits as long as this interval for the checks of its photos. */
const shop = await startTestShop({ POLL_INTERVAL_MS: '2000' });
const { prompts } = (await shop.app.call(listPrompts, { token: (await shop.app.createUser()).token })).data;
const promptNamed = (name: string) => prompts.find(({ action }) => action.en === name)?.id ?? assert.fail(name);

async function choose({ photoIds, user }: Order, actions: Action[]): Promise<void> {
  const body = { contents: [{ id: photoIds[0] ?? '', actions }] };
  assert.equal((await shop.app.call(updateBatch, { body, token: user.token })).status, 200);
}

async function pay(order: Order): Promise<[status: number, code: string | undefined]> {
  const { status, error } = await shop.start(order, { invoiceData, needsAgreement: true });
  return [status, error?.code];
}

/** What was seen in every photo of an order. */
async function see({ photoIds }: Order, findings: object | null): Promise<void> {
  for (const id of photoIds)
    await runStatement(
      shop.app.db,
      sql`update photo_checks set findings = ${findings && JSON.stringify(findings)}::jsonb where photo_id = ${id}`,
    );
}

const light = { sharpness: 12, brightness: 120, version: searchVersion };
const face = { box: { left: 0, top: 0, right: 1, bottom: 1 }, canMove: true, canTurn: true, eyesHidden: false };
const awake = { faces: [{ ...face, eyesOpen: [true, true] }], ...light };
const asleep = { faces: [{ ...face, eyesOpen: [false, false] }], ...light };

describe('an effect that the film will not show', () => {
  test('is refused without the customer’s agreement; the message names effect and photo', async () => {
    const order = await shop.newOrder([[1]]);
    await see(order, awake);
    const wave = { promptId: promptNamed('Wave'), variety: 2 };
    await choose(order, [wave]);
    const { status, error } = await shop.start(order, { invoiceData, needsAgreement: true });
    assert.deepEqual([status, error?.code], [409, 'effect_not_agreed']);
    assert.match(error?.error ?? '', /Wave \(photo 1\.jpg\) as a nod/);
    const missing = { contentId: order.photoIds[0], promptId: wave.promptId, agreedTo: 'no_hand' };
    assert.deepEqual(error && 'notAgreed' in error ? error.notAgreed : undefined, [missing]);
    await choose(order, [{ ...wave, agreedTo: 'no_hand' }]);
    assert.deepEqual((await pay(order))[0], 200);
  });

  test('stores the agreement with the choice', async () => {
    const order = await shop.newOrder([[1]]);
    const actions: Action[] = [
      { promptId: promptNamed('Wave'), variety: 1, agreedTo: 'no_hand' },
      { promptId: promptNamed('Smile'), variety: 1 },
    ];
    await choose(order, actions);
    const params = { id: order.photoIds[0] ?? '' };
    const { data } = await shop.app.call(getContent, { params, token: order.user.token });
    assert.deepEqual(data.content.actions, actions);
  });

  test('needs agreement to this replacement, not to another', async () => {
    const order = await shop.newOrder([[1]]);
    await see(order, asleep);
    const wink = { promptId: promptNamed('Wink'), variety: 1 };
    await choose(order, [{ ...wink, agreedTo: 'no_face' }]);
    assert.deepEqual(await pay(order), [409, 'effect_not_agreed']);
    await choose(order, [{ ...wink, agreedTo: 'eyes_closed' }]);
    assert.equal((await pay(order))[0], 200);
  });

  test('is detected without a photo check if no photo can show the effect', async () => {
    const order = await shop.newOrder([[1]]);
    await see(order, null);
    await choose(order, [{ promptId: promptNamed('Wave'), variety: 1 }]);
    assert.deepEqual(await pay(order), [409, 'effect_not_agreed']);
    await choose(order, [{ promptId: promptNamed('Wink'), variety: 1 }]);
    assert.equal((await pay(order))[0], 200);
  });

  test('is not predicted for a remote service, which sells the effect under its name', async (t) => {
    await runStatement(shop.app.db, sql`update video_config set service_provider = 'luma'`);
    t.onTestFinished(
      async () => void (await runStatement(shop.app.db, sql`update video_config set service_provider = 'embedded'`)),
    );
    const order = await shop.newOrder([[1]]);
    await see(order, asleep);
    await choose(order, [{ promptId: promptNamed('Wink'), variety: 1 }]);
    assert.equal((await pay(order))[0], 200);
  });
});

/** Begins to pay, and goes on once the order has arrived, which stores its invoice data. */
async function beginToPay(order: Order): Promise<{ result: ReturnType<typeof pay> }> {
  const result = pay(order);
  const stored = sql`select 1 from invoices where bucket_id = ${order.bucketId}`;
  await until(async () => (await allRows(shop.app.db, stored)).length > 0);
  return { result };
}

test('an order waits a moment for the check of its photo', async () => {
  const order = await shop.newOrder([[1]]);
  await runStatement(shop.app.db, sql`delete from photo_checks where photo_id = ${order.photoIds[0]}`);
  const { result } = await beginToPay(order);
  await runStatement(
    shop.app.db,
    sql`insert into photo_checks (photo_id, checked_at) values (${order.photoIds[0]}, app_now())`,
  );
  assert.equal((await result)[0], 200);
});

test('findings of an older search are renewed before the order', async () => {
  const order = await shop.newOrder([[1]]);
  await see(order, { ...awake, version: searchVersion - 1 });
  await choose(order, [{ promptId: promptNamed('Wink'), variety: 1 }]);
  const params = { id: order.bucketId };
  const { data } = await shop.app.call(photoChecks, { params, token: order.user.token });
  assert.deepEqual([data.checks.length, data.waiting], [1, 1]);
  const { result } = await beginToPay(order);
  await see(order, asleep);
  assert.deepEqual(await result, [409, 'effect_not_agreed']);
});

test('a photo whose check never ends can be bought after a while', async () => {
  const order = await shop.newOrder([[1]]);
  const [photoId] = order.photoIds;
  await runStatement(shop.app.db, sql`delete from photo_checks where photo_id = ${photoId}`);
  assert.deepEqual(await pay(order), [503, 'photos_not_checked']);
  await runStatement(
    shop.app.db,
    sql`update photos set created_at = app_now() - interval '16 minutes' where id = ${photoId}`,
  );
  assert.equal((await pay(order))[0], 200);
});

test('replacements for an unchecked photo are announced, so that the customer can agree to them', async () => {
  const order = await shop.newOrder([[1]]);
  await see(order, null);
  const wave = { promptId: promptNamed('Wave'), variety: 1 };
  await choose(order, [wave]);
  assert.deepEqual(await pay(order), [409, 'effect_not_agreed']);
  const { data } = await shop.app.call(photoChecks, { params: { id: order.bucketId }, token: order.user.token });
  assert.deepEqual(data.checks, []);
  const agreedTo = data.unseen.find(({ contentId }) => contentId === order.photoIds[0])?.instead[wave.promptId];
  assert.equal(agreedTo, 'no_hand');
  await choose(order, [{ ...wave, agreedTo }]);
  assert.equal((await pay(order))[0], 200);
});

test('a program may order without the agreement', async () => {
  const order = await shop.newOrder([[1]]);
  await see(order, asleep);
  await choose(order, [{ promptId: promptNamed('Wink'), variety: 1 }]);
  assert.equal((await shop.start(order)).status, 200);
});
