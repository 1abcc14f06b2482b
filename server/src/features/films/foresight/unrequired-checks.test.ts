import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { getContent, type Action } from '@keepsake/contract/photos/content';
import { createPrompt } from '@keepsake/contract/films/prompts';
import { sql } from 'kysely';
import { agreementScene, asleep } from '../../../../test/agreement-scene.ts';
import { invoiceData, startTestShop } from '../../../../test/shop.ts';
import { allRows, runStatement } from '../../../../test/statements.ts';

/** An order waits as long as this interval for the checks of its photos. */
const shop = await startTestShop({ POLL_INTERVAL_MS: '2000' });
const { promptNamed, choose, see, beginToPay } = await agreementScene(shop);

describe('an order that does not require photo checks', () => {
  const wink = { promptId: promptNamed('Wink'), variety: 1 };

  test('is refused all the same if a check knows that an effect will be replaced', async () => {
    const order = await shop.newOrder([[1]]);
    await see(order, asleep);
    await choose(order, [wink]);
    const { status, error } = await shop.start(order);
    assert.deepEqual([status, error?.code], [409, 'effect_not_agreed']);
    const missing = { contentId: order.photoIds[0], promptId: wink.promptId, agreedTo: 'eyes_closed' };
    assert.deepEqual(error && 'notAgreed' in error ? error.notAgreed : undefined, [missing]);
    await choose(order, [{ ...wink, agreedTo: 'eyes_closed' }]);
    assert.equal((await shop.start(order)).status, 200);
  });

  test('is refused also where nothing is to be paid', async (t) => {
    await shop.setPrices({ packageDiscounts: { 1: 100 } });
    t.onTestFinished(() => shop.setPrices());
    const order = await shop.newOrder([[1]]);
    await see(order, asleep);
    await choose(order, [wink]);
    assert.equal((await shop.start(order)).error?.code, 'effect_not_agreed');
  });

  test('is confirmed with what was agreed to, in the same words as on the pages', async (t) => {
    await shop.setPrices({ packageDiscounts: { 1: 100 } });
    t.onTestFinished(() => shop.setPrices());
    const order = await shop.newOrder([[1]]);
    await see(order, asleep);
    await choose(order, [
      { ...wink, variety: 2, agreedTo: 'eyes_closed' },
      { promptId: promptNamed('Smile'), variety: 1 },
    ]);
    assert.equal((await shop.start(order)).status, 200);
    const { data } = await shop.app.call(getContent, {
      params: { id: order.photoIds[0] ?? '' },
      token: order.user.token,
    });
    assert.deepEqual(
      data.content.versions.map(({ action, agreedAs }) => [action.en, agreedAs]),
      [
        ['Wink', 'smile'],
        ['Wink', 'smile'],
        ['Smile', undefined],
      ],
    );
    const stored = sql`select payload -> 'agreed' as agreed from mails where bucket_id = ${order.bucketId}`;
    const [mail, ...others] = await allRows<{ agreed: { action: { en: string } }[] }>(shop.app.db, stored);
    assert.deepEqual(
      [mail?.agreed.map(({ action, ...film }) => ({ ...film, effect: action.en })), others],
      [[{ photo: 'photo 1.jpg', effect: 'Wink', standIn: 'smile' }], []],
    );
  });

  test('waits a moment for the checks', async () => {
    const order = await shop.newOrder([[1]]);
    await choose(order, [wink]);
    await runStatement(shop.app.db, sql`delete from photo_checks where photo_id = ${order.photoIds[0]}`);
    const { result } = await beginToPay(order, { invoiceData });
    await runStatement(
      shop.app.db,
      sql`insert into photo_checks (photo_id, findings, checked_at) values (${order.photoIds[0]}, ${JSON.stringify(asleep)}::jsonb, app_now())`,
    );
    assert.deepEqual(await result, [409, 'effect_not_agreed']);
  });

  test('sells a photo whose check has not ended, of which nothing is known', async () => {
    const order = await shop.newOrder([[1]]);
    await choose(order, [{ promptId: promptNamed('Wave'), variety: 1 }]);
    await runStatement(shop.app.db, sql`delete from photo_checks where photo_id = ${order.photoIds[0]}`);
    assert.equal((await shop.start(order)).status, 200);
  });

  test('is refused for an effect that no photo can show, even before its check has ended', async () => {
    const order = await shop.newOrder([[1]]);
    await runStatement(shop.app.db, sql`delete from photo_checks where photo_id = ${order.photoIds[0]}`);
    const admin = await shop.app.createUser({ role: 'Admin' });
    const add = async (name: string) => {
      const body = { imageTheme: 'Single person', action: { en: name }, prompt: 'The person does that.' };
      return (await shop.app.call(createPrompt, { body, token: admin.token })).data.prompt.id;
    };
    const hug = { promptId: await add('Hug'), variety: 1 };
    const clap = { promptId: await add('Clap'), variety: 1 };
    await choose(order, [hug, clap, wink]);
    const { status, error } = await shop.start(order);
    assert.deepEqual([status, error?.code], [409, 'effect_not_agreed']);
    assert.deepEqual(error && 'notAgreed' in error ? error.notAgreed : undefined, [
      { contentId: order.photoIds[0], promptId: hug.promptId, agreedTo: 'no_arms' },
      { contentId: order.photoIds[0], promptId: clap.promptId, agreedTo: 'unknown_effect' },
    ]);
    const agreed: Action[] = [
      { ...hug, agreedTo: 'no_arms' },
      { ...clap, agreedTo: 'unknown_effect' },
      { ...wink, agreedTo: 'eyes_closed' },
    ];
    await choose(order, agreed);
    assert.equal((await shop.start(order)).status, 200);
    const params = { id: order.photoIds[0] ?? '' };
    const { data } = await shop.app.call(getContent, { params, token: order.user.token });
    assert.deepEqual(data.content.actions, agreed, 'what may be needed once it is checked is kept');
  });

  test('is not paid any more on its open page once a check knows better', async () => {
    const order = await shop.newOrder([[1]]);
    await choose(order, [wink]);
    assert.equal((await shop.start(order)).status, 200);
    await see(order, asleep);
    assert.equal((await shop.start(order)).error?.code, 'effect_not_agreed');
    const sessions = await shop.sessionsOf(order);
    assert.deepEqual(
      sessions.map(({ status }) => status),
      ['expired'],
    );
  });
});
