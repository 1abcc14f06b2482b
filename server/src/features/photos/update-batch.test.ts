import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { updateBatch } from '@keepsake/contract/photos/content';
import { listPrompts } from '@keepsake/contract/films/prompts';
import { startTestShop } from '../../../test/shop.ts';
import { createPhotoSet } from '../../../test/photo-set.ts';
import { sql } from 'kysely';
import { allRows, firstRow, runStatement } from '../../../test/statements.ts';
import { newId } from '../../platform/ids.ts';

const shop = await startTestShop();
const promptIds = (await shop.app.call(listPrompts, { token: (await shop.app.createUser()).token })).data.prompts.map(
  ({ id }) => id,
);

describe('choosing effects', () => {
  test('replaces what photos of several sets had, and changes what the sets cost', async () => {
    const { app } = shop;
    const { id, token } = await app.createUser();
    const [one, two] = [await createPhotoSet(app.db, id, [[1], [1]]), await createPhotoSet(app.db, id, [[1]])];
    const chosen = [action(2, 10), action(0, 1)];
    const photos = [
      { id: one.photoIds[1] ?? '', actions: chosen },
      { id: two.photoIds[0] ?? '', actions: [] },
    ];
    const { status, data } = await app.call(updateBatch, { body: { contents: photos }, token });
    assert.equal(status, 200);
    assert.deepEqual(
      data.contents
        .map(({ id, actions, variety }) => ({ id, actions, variety }))
        .toSorted((a, b) => b.variety - a.variety),
      [
        { id: photos[0]?.id, actions: chosen, variety: 11 },
        { id: photos[1]?.id, actions: [], variety: 1 },
      ],
    );
    assert.deepEqual(await actionsOf(one.photoIds[0]), 1, 'the other photo keeps its effects');
    assert.deepEqual([await revision(one.bucketId), await revision(two.bucketId)], [2, 2]);
  });

  test('is all or nothing', async () => {
    const { app } = shop;
    const { id, token } = await app.createUser();
    const own = await createPhotoSet(app.db, id, [[1, 1]]);
    const paid = await createPhotoSet(app.db, id, [[1]]);
    await runStatement(
      app.db,
      sql`update buckets set status = 'paid', paid_at = app_now() where id = ${paid.bucketId}`,
    );
    const foreign = await createPhotoSet(app.db, (await app.createUser()).id, [[1]]);
    const good = { id: own.photoIds[0] ?? '', actions: [action(1, 5)] };
    const cases: [photos: unknown[], status: number, code: string][] = [
      [[good, { id: foreign.photoIds[0], actions: [] }], 404, 'not_found'],
      [[good, { id: newId(), actions: [] }], 404, 'not_found'],
      [[good, { id: paid.photoIds[0], actions: [action(1)] }], 409, 'bucket_not_editable'],
      [[good, { id: own.photoIds[0], actions: [] }], 400, 'validation_failed'],
      [[{ ...good, actions: [action(0), action(0)] }], 400, 'duplicate_prompt'],
      [[{ ...good, actions: [{ promptId: newId() }] }], 400, 'prompt_not_available'],
      [[{ ...good, actions: [action(0, 0)] }], 400, 'validation_failed'],
      [[{ ...good, actions: [action(0), action(promptIds.length - 1)] }], 400, 'validation_failed'],
      [[], 400, 'validation_failed'],
    ];
    for (const [photos, status, code] of cases) {
      const answer = await app.call(updateBatch, { body: { contents: photos }, token });
      assert.deepEqual([answer.status, answer.error.code], [status, code], JSON.stringify(photos));
    }
    assert.equal(await actionsOf(own.photoIds[0]), 2);
    assert.equal(await revision(own.bucketId), 1);
  });

  test('of two themes for one photo names the effect that is of another', async () => {
    const { app } = shop;
    const { id, token } = await app.createUser();
    const { photoIds } = await createPhotoSet(app.db, id, [[1]]);
    const mixed = { id: photoIds[0] ?? '', actions: [action(0), action(promptIds.length - 1)] };
    const { status, error } = await app.call(updateBatch, { body: { contents: [mixed] }, token });
    assert.deepEqual(
      [status, error.fields],
      [400, { 'contents.0.actions.1.promptId': 'All effects of a photo must be of the same theme.' }],
    );
  });

  test('that are already chosen does not change the open payment session', async () => {
    const order = await shop.newOrder([[2]]);
    const page = await shop.pageOf(order);
    const photos = [{ id: order.photoIds[0] ?? '', actions: [action(0, 2)] }];
    assert.equal(
      (await shop.app.call(updateBatch, { body: { contents: photos }, token: order.user.token })).status,
      200,
    );
    assert.equal((await shop.sessionsOf(order))[0]?.status, 'open');
    assert.equal(await shop.pageOf(order), page);
  });

  test('other than before ends the open payment session: it cannot be paid at the old price', async () => {
    const order = await shop.newOrder([[2]]);
    await shop.pageOf(order);
    const photos = [{ id: order.photoIds[0] ?? '', actions: [action(0, 3)] }];
    assert.equal(
      (await shop.app.call(updateBatch, { body: { contents: photos }, token: order.user.token })).status,
      200,
    );
    assert.equal((await shop.sessionsOf(order))[0]?.status, 'expired');
  });

  test('is refused once the session is paid, even if no event has arrived yet', async () => {
    const order = await shop.newOrder([[2]]);
    const page = await shop.pageOf(order);
    await shop.checkout.control('POST', 'webhooks/hold');
    await shop.checkout.pay(page);
    const photos = [{ id: order.photoIds[0] ?? '', actions: [action(0, 3)] }];
    const answer = await shop.app.call(updateBatch, { body: { contents: photos }, token: order.user.token });
    assert.deepEqual([answer.status, answer.error.code], [409, 'bucket_payment_in_progress']);
    await shop.checkout.control('POST', 'webhooks/release');
  });

  function action(prompt: number, variety = 1): { promptId: string; variety: number } {
    return { promptId: promptIds[prompt] ?? '', variety };
  }

  async function actionsOf(photoId: string | undefined): Promise<number> {
    return (await allRows(shop.app.db, sql`select 1 as one from photo_prompts where photo_id = ${photoId}`)).length;
  }

  async function revision(bucketId: string): Promise<number | undefined> {
    return (await firstRow<{ revision: number }>(shop.app.db, sql`select revision from buckets where id = ${bucketId}`))
      ?.revision;
  }
});
