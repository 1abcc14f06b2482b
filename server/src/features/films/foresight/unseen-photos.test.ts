import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { createPrompt } from '@keepsake/contract/films/prompts';
import { getContent } from '@keepsake/contract/photos/content';
import { photoChecks } from '@keepsake/contract/photos/photo-checks';
import { sql } from 'kysely';
import { agreementScene, asleep, awake } from '../../../../test/agreement-scene.ts';
import { invoiceData, type Order, startTestShop } from '../../../../test/shop.ts';
import { allRows, runStatement } from '../../../../test/statements.ts';

const shop = await startTestShop({ POLL_INTERVAL_MS: '500' });
const { promptNamed, choose, see, pay } = await agreementScene(shop);

const wink = { promptId: promptNamed('Wink'), variety: 1 };
const winkAgreed = { ...wink, agreedTo: 'not_seen' as const };
const bySite = { invoiceData, requirePhotoChecks: true };
const byProgram = { invoiceData };

async function contentOf({ photoIds, user }: Order) {
  const params = { id: photoIds[0] ?? '' };
  return (await shop.app.call(getContent, { params, token: user.token })).data.content;
}

describe('a photo that could not be looked at', () => {
  test('is sold only to who agrees to whatever it can show, on the site and by programs', async () => {
    const admin = await shop.app.createUser({ role: 'Admin' });
    const add = async (name: string) => {
      const body = { imageTheme: 'Single person', action: { en: name }, prompt: 'The picture does that.' };
      return { promptId: (await shop.app.call(createPrompt, { body, token: admin.token })).data.prompt.id, variety: 1 };
    };
    const [dance, hug, zoom] = [await add('Dance'), await add('Hug'), await add('Zoom')];
    const order = await shop.newOrder([[1]]);
    const [contentId] = order.photoIds;
    await see(order, null);
    const params = { id: order.bucketId };
    const { unseen } = (await shop.app.call(photoChecks, { params, token: order.user.token })).data;
    const [told] = unseen;
    const chosen = [wink, dance, hug, zoom];
    assert.deepEqual(
      [told?.contentId, chosen.map(({ promptId }) => told?.instead[promptId])],
      [contentId, ['not_seen', 'unknown_effect', 'no_arms', undefined]],
    );

    await choose(order, chosen);
    const missing = [
      { contentId, promptId: wink.promptId, agreedTo: 'not_seen' },
      { contentId, promptId: dance.promptId, agreedTo: 'unknown_effect' },
      { contentId, promptId: hug.promptId, agreedTo: 'no_arms' },
    ];
    for (const body of [bySite, byProgram]) {
      const { status, error } = await shop.start(order, body);
      assert.deepEqual([status, error?.code], [409, 'effect_not_agreed']);
      assert.deepEqual(error && 'notAgreed' in error ? error.notAgreed : undefined, missing);
      assert.match(error?.error ?? '', /Wink \(photo 1\.jpg\) as whatever this photo can show/);
    }
    await choose(order, [winkAgreed, { ...dance, agreedTo: 'unknown_effect' }, { ...hug, agreedTo: 'no_arms' }, zoom]);
    for (const body of [bySite, byProgram]) assert.equal((await pay(order, body))[0], 200);
  });

  test('is also one whose check has not ended after a while', async () => {
    const order = await shop.newOrder([[1]]);
    const [photoId] = order.photoIds;
    await choose(order, [wink]);
    await runStatement(shop.app.db, sql`delete from photo_checks where photo_id = ${photoId}`);
    assert.deepEqual(await pay(order), [503, 'photos_not_checked']);
    await runStatement(
      shop.app.db,
      sql`update photos set created_at = app_now() - interval '16 minutes' where id = ${photoId}`,
    );
    assert.deepEqual(await pay(order), [409, 'effect_not_agreed']);
    assert.deepEqual(await pay(order, byProgram), [409, 'effect_not_agreed']);
    await choose(order, [winkAgreed]);
    assert.equal((await pay(order))[0], 200);
  });

  test('is confirmed as whatever it can show, and so are its films', async (t) => {
    await shop.setPrices({ packageDiscounts: { 1: 100 } });
    t.onTestFinished(() => shop.setPrices());
    const order = await shop.newOrder([[1]]);
    await see(order, null);
    await choose(order, [winkAgreed]);
    assert.equal((await pay(order))[0], 200);
    assert.deepEqual(
      (await contentOf(order)).versions.map(({ agreedAs }) => agreedAs),
      ['possible'],
    );
    const mails = sql`select payload -> 'agreed' -> 0 ->> 'standIn' as stand_in from mails where bucket_id = ${order.bucketId}`;
    assert.deepEqual(await allRows(shop.app.db, mails), [{ standIn: 'possible' }]);
  });
});

describe('findings that come after that agreement', () => {
  test('make it unneeded if the photo shows the effect', async () => {
    const order = await shop.newOrder([[1]]);
    await see(order, awake);
    await choose(order, [winkAgreed]);
    assert.equal((await pay(order))[0], 200);
    assert.deepEqual((await contentOf(order)).actions, [wink]);
  });

  test('ask for a yes to what the film will show, if that is something else', async () => {
    const order = await shop.newOrder([[1]]);
    await see(order, asleep);
    await choose(order, [winkAgreed]);
    for (const body of [bySite, byProgram]) assert.deepEqual(await pay(order, body), [409, 'effect_not_agreed']);
    await choose(order, [{ ...wink, agreedTo: 'eyes_closed' }]);
    assert.equal((await pay(order))[0], 200);
  });

  test('leave what a program agreed to before the check had ended', async () => {
    const order = await shop.newOrder([[1]]);
    await runStatement(shop.app.db, sql`delete from photo_checks where photo_id = ${order.photoIds[0]}`);
    await choose(order, [winkAgreed]);
    assert.equal((await pay(order, byProgram))[0], 200);
    assert.deepEqual((await contentOf(order)).actions, [winkAgreed]);
  });
});
