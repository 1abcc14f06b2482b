import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { saveInvoice } from '@keepsake/contract/orders/invoice';
import { getContent, type Action } from '@keepsake/contract/photos/content';
import { photoChecks } from '@keepsake/contract/photos/photo-checks';
import { createPrompt } from '@keepsake/contract/films/prompts';
import { sql } from 'kysely';
import { agreementScene, asleep, awake } from '../../../../test/agreement-scene.ts';
import { invoiceData, startTestShop, type Order } from '../../../../test/shop.ts';
import { allRows, runStatement } from '../../../../test/statements.ts';
import { until } from '../../../../test/until.ts';
import { runningJob } from '../../../../test/running-job.ts';
import { sweepPaymentsJob } from '../../payment/sweep-payments.job.ts';
import { searchVersion } from '../../photos/checks/photo-check.queries.ts';

/** An order waits as long as this interval for the checks of its photos. */
const shop = await startTestShop({ POLL_INTERVAL_MS: '2000' });
const { promptNamed, choose, see, pay, beginToPay } = await agreementScene(shop);

const sweep = () => sweepPaymentsJob.run({}, shop.app.deps, runningJob);

describe('an effect that the film will not show', () => {
  test('is refused without the customer’s agreement; the message names effect and photo', async () => {
    const order = await shop.newOrder([[1]]);
    await see(order, awake);
    const wave = { promptId: promptNamed('Wave'), variety: 2 };
    await choose(order, [wave]);
    const { status, error } = await shop.start(order, { invoiceData, requirePhotoChecks: true });
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

  test('is one that the built-in renderer does not know, whatever the photo shows', async () => {
    const admin = await shop.app.createUser({ role: 'Admin' });
    const body = { imageTheme: 'Single person', action: { en: 'Dance' }, prompt: 'The person dances and smiles.' };
    const { prompt } = (await shop.app.call(createPrompt, { body, token: admin.token })).data;
    assert.equal(prompt.effect, 'unknown');
    const order = await shop.newOrder([[1]]);
    await see(order, awake);
    const dance = { promptId: prompt.id, variety: 1 };
    await choose(order, [dance]);
    const params = { id: order.bucketId };
    const { data } = await shop.app.call(photoChecks, { params, token: order.user.token });
    assert.equal(data.checks[0]?.instead[prompt.id], 'unknown_effect');
    assert.deepEqual(await pay(order), [409, 'effect_not_agreed']);
    await choose(order, [{ ...dance, agreedTo: 'unknown_effect' }]);
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

test('an order is told how many of its photos are still being looked at', async () => {
  const order = await shop.newOrder([[1], [1], [1]]);
  await runStatement(
    shop.app.db,
    sql`delete from photo_checks where photo_id = any(${order.photoIds.slice(1)}::uuid[])`,
  );
  const { status, error } = await shop.start(order, { invoiceData, requirePhotoChecks: true });
  assert.deepEqual([status, error?.code, error && 'waiting' in error && error.waiting], [503, 'photos_not_checked', 2]);
  assert.match(error?.error ?? '', /still looking at 2 of your photos/);
});

test('an order waits a moment for the check of its photo', async () => {
  const order = await shop.newOrder([[1]]);
  await runStatement(shop.app.db, sql`delete from photo_checks where photo_id = ${order.photoIds[0]}`);
  const { result } = await beginToPay(order);
  await runStatement(
    shop.app.db,
    sql`insert into photo_checks (photo_id, findings, checked_at) values (${order.photoIds[0]}, ${JSON.stringify(awake)}::jsonb, app_now())`,
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

test('a photo whose findings are still being renewed cannot be ordered on the site', async () => {
  const order = await shop.newOrder([[1]]);
  await see(order, { ...awake, version: searchVersion - 1 });
  await choose(order, [{ promptId: promptNamed('Wink'), variety: 1 }]);
  assert.deepEqual(await pay(order), [503, 'photos_not_checked']);
  assert.equal((await pay(order, { invoiceData }))[0], 200, 'a program is sold what the older findings say');
});

describe('an agreement that is no longer needed', () => {
  const wink = { promptId: promptNamed('Wink'), variety: 1 };

  test('is not confirmed, neither with the film nor in the mail', async (t) => {
    await shop.setPrices({ packageDiscounts: { 1: 100 } });
    t.onTestFinished(() => shop.setPrices());
    const order = await shop.newOrder([[1]]);
    await see(order, awake);
    await choose(order, [{ ...wink, agreedTo: 'eyes_closed' }]);
    assert.equal((await pay(order))[0], 200);
    const { data } = await shop.app.call(getContent, {
      params: { id: order.photoIds[0] ?? '' },
      token: order.user.token,
    });
    assert.deepEqual(
      data.content.versions.map(({ action, agreedAs }) => [action.en, agreedAs]),
      [['Wink', undefined]],
    );
    const stored = sql`select payload ? 'agreed' as confirms from mails where bucket_id = ${order.bucketId}`;
    assert.deepEqual(await allRows(shop.app.db, stored), [{ confirms: false }]);
  });

  test('is removed from the choice, so that no page calls it agreed to', async () => {
    const order = await shop.newOrder([[1]]);
    await see(order, awake);
    const [smile, wave] = [promptNamed('Smile'), promptNamed('Wave')];
    await choose(order, [
      { ...wink, agreedTo: 'eyes_closed' },
      { promptId: smile, variety: 1 },
      { promptId: wave, variety: 1, agreedTo: 'no_hand' },
    ]);
    assert.equal((await pay(order))[0], 200);
    const params = { id: order.photoIds[0] ?? '' };
    const { data } = await shop.app.call(getContent, { params, token: order.user.token });
    assert.deepEqual(data.content.actions, [
      wink,
      { promptId: smile, variety: 1 },
      { promptId: wave, variety: 1, agreedTo: 'no_hand' },
    ]);
  });

  test('closes the payment page that was opened with it', async () => {
    const order = await shop.newOrder([[1]]);
    await see(order, asleep);
    await choose(order, [{ ...wink, agreedTo: 'eyes_closed' }]);
    const first = await shop.pageOf(order);
    assert.deepEqual(await shop.pageOf(order), first, 'it stays while the agreement is needed');
    await see(order, awake);
    await shop.pageOf(order);
    const sessions = await shop.sessionsOf(order);
    assert.deepEqual(sessions.map(({ status }) => status).toSorted(), ['expired', 'open']);
  });
});

test('a page that is paid after newer findings is fulfilled with the agreement that it was opened with', async () => {
  const order = await shop.newOrder([[1]]);
  await see(order, asleep);
  await choose(order, [{ promptId: promptNamed('Wink'), variety: 1, agreedTo: 'eyes_closed' }]);
  const url = await shop.pageOf(order);
  await see(order, { ...asleep, faces: [] });
  assert.equal((await shop.checkout.pay(url)).status, 303);
  await until(async () => (await shop.state(order)).status === 'paid');
  // If the film shows something else, it is owed: see `end-attempt.test.ts`.
  const agreements = sql`select agreed_to from films where bucket_id = ${order.bucketId}`;
  assert.deepEqual(await allRows(shop.app.db, agreements), [{ agreedTo: 'eyes_closed' }]);
  const mails = sql`select payload -> 'agreed' -> 0 ->> 'standIn' as stand_in from mails where bucket_id = ${order.bucketId}`;
  assert.deepEqual(await allRows(shop.app.db, mails), [{ standIn: 'smile' }]);
  assert.deepEqual(await shop.errorsOf(order), []);
});

describe('an order that was offered for a service', () => {
  const filmsBy = (provider: string) =>
    runStatement(shop.app.db, sql`update video_config set service_provider = ${provider}`);

  async function offer(t: { onTestFinished(stop: () => Promise<void>): void }): Promise<Order> {
    t.onTestFinished(async () => void (await filmsBy('embedded')));
    await filmsBy('luma');
    const order = await shop.newOrder([[1]]);
    await see(order, asleep);
    await choose(order, [{ promptId: promptNamed('Wink'), variety: 1 }]);
    await shop.pageOf(order);
    return order;
  }
  const statuses = async (order: Order) => (await shop.sessionsOf(order)).map(({ status }) => status);

  test('needs agreement at the next click once the built-in animator makes the films, and its page is closed', async (t) => {
    const order = await offer(t);
    await filmsBy('embedded');
    assert.deepEqual(await pay(order), [409, 'effect_not_agreed']);
    assert.deepEqual(await statuses(order), ['expired']);
  });

  test('is closed by the next sweep, even if nobody clicks', async (t) => {
    const order = await offer(t);
    await sweep();
    assert.deepEqual(await statuses(order), ['open'], 'while the service makes the films');
    await filmsBy('embedded');
    await sweep();
    assert.deepEqual(await statuses(order), ['expired']);
  });

  test('is not sold as one of the built-in animator that begins to make films while its price is read', async (t) => {
    t.onTestFinished(async () => void (await filmsBy('embedded')));
    await filmsBy('luma');
    const order = await shop.newOrder([[1]]);
    await see(order, asleep);
    await choose(order, [{ promptId: promptNamed('Wink'), variety: 1 }]);
    const invoice = { ...invoiceData, bucketId: order.bucketId };
    assert.equal((await shop.app.call(saveInvoice, { body: invoice, token: order.user.token })).status, 200);
    const held = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event = 'relation'`;
    const { started } = await shop.app.db.transaction().execute(async (tx) => {
      await runStatement(tx, sql`lock table price_lists in access exclusive mode`);
      const started = shop.start(order, {});
      await until(async () => (await allRows(shop.app.db, held)).length > 0);
      await filmsBy('embedded');
      return { started };
    });
    assert.equal((await started).status, 200);
    const offered = sql`select price ->> 'provider' as provider from checkouts where bucket_id = ${order.bucketId}`;
    assert.deepEqual(await allRows(shop.app.db, offered), [{ provider: 'luma' }]);
  });

  test('gets a new page after a change to another provider', async (t) => {
    const order = await offer(t);
    await filmsBy('luma-agents');
    await shop.pageOf(order);
    assert.deepEqual((await statuses(order)).toSorted(), ['expired', 'open']);
  });
});
