import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { listAudit } from '@keepsake/contract/admin/audit';
import * as contract from '@keepsake/contract/films/prompts';
import { updateBatch } from '@keepsake/contract/photos/content';
import { sql } from 'kysely';
import { startTestShop } from '../../../test/shop.ts';
import { allRows, firstRow, runStatement } from '../../../test/statements.ts';
import { newId } from '../../platform/ids.ts';

const shop = await startTestShop();
const { app, admin } = shop;
const { call } = app;
const { token } = admin;
const customer = await app.createUser();

const stored = async () => (await call(contract.listAdminPrompts, { token })).data.prompts;
const offered = async () => (await call(contract.listPrompts, { token: customer.token })).data.prompts;
const idsOf = (prompts: readonly { id: string }[]) => prompts.map(({ id }) => id);
const themeOf = ({ imageTheme }: contract.Prompt) => (typeof imageTheme === 'string' ? imageTheme : imageTheme.en);
const ofTheme = (prompts: readonly contract.AdminPrompt[], theme: string) =>
  prompts.filter((prompt) => themeOf(prompt) === theme);
const order = (ids: string[], seen?: string[]) =>
  call(contract.orderPrompts, { token, body: { ids, ...(seen && { seen }) } });

describe('the order of the effects', () => {
  test('is the saved one of the theme, for customers and administrators', async () => {
    const before = await stored();
    const group = idsOf(ofTheme(before, 'Couple or group'));
    const reversed = group.toReversed();
    const { status, data } = await order(reversed, group);
    assert.equal(status, 200);
    const left = [...reversed];
    const expected = before.map(({ id }) => (group.includes(id) ? left.shift() : id));
    assert.deepEqual(idsOf(data.prompts), expected);
    assert.deepEqual(idsOf(await stored()), expected);
    assert.deepEqual(idsOf(await offered()), expected);
    const [entry] = (await call(listAudit, { token, query: { action: 'prompts.order' } })).data.data;
    assert.equal(entry?.subject, 'Couple or group');
    assert.ok(Array.isArray(entry.before));
    assert.deepEqual(entry.after, entry.before.toReversed());
  });

  test('can change while the form of an effect is open, without a conflict for that form', async () => {
    const [first, ...rest] = ofTheme(await stored(), 'Pet alone');
    assert.ok(first);
    await order([...idsOf(rest), first.id]);
    const { id, revision, imageTheme, action, prompt, suggestions } = first;
    const body = { imageTheme, action, prompt, suggestions, revision };
    assert.equal((await call(contract.updatePrompt, { token, params: { id }, body })).status, 200);
  });

  test('is not overwritten unseen: after another order, addition or removal the reply has the current one', async () => {
    const seen = idsOf(ofTheme(await stored(), 'Single person'));
    const moved = [...seen.slice(1), seen[0] ?? ''];
    assert.equal((await order(moved, seen)).status, 200);
    const conflict = async (ids: string[], known?: string[]) => {
      const { status, error } = await order(ids, known);
      assert.deepEqual([status, error.code], [409, 'changed_meanwhile']);
      return (error as { current?: unknown }).current;
    };
    assert.deepEqual(await conflict(seen.toReversed(), seen), moved);
    assert.deepEqual(await conflict(moved.slice(1)), moved, 'one less');
    assert.deepEqual(await conflict([...moved, newId()]), moved, 'one that is not there');
    assert.deepEqual(idsOf(ofTheme(await stored(), 'Single person')), moved);
    assert.equal((await order(seen)).status, 200, 'who has seen nothing in particular sets the order');
    const atOnce = await Promise.all([order(moved, seen), order(seen.toReversed(), seen)]);
    assert.deepEqual(atOnce.map(({ status }) => status).toSorted(), [200, 409]);
  });

  test('is refused if it is inconsistent, and for anybody but administrators', async () => {
    const all = await stored();
    const [one, two] = [ofTheme(all, 'Single person')[0]?.id ?? '', ofTheme(all, 'Pet alone')[0]?.id ?? ''];
    for (const ids of [[one, two], [one, one], []]) assert.equal((await order(ids)).status, 400, ids.join());
    assert.equal((await order([newId()])).status, 404);
    for (const stranger of [{}, { token: customer.token }])
      assert.ok([401, 403].includes((await call(contract.orderPrompts, { ...stranger, body: { ids: [one] } })).status));
  });

  test('ends with a new effect', async () => {
    const body = { imageTheme: { en: 'Pet alone' }, action: { en: 'Yawn' }, prompt: 'The pet yawns.' };
    const { prompt } = (await call(contract.createPrompt, { token, body })).data;
    assert.equal(ofTheme(await stored(), 'Pet alone').at(-1)?.id, prompt.id);
    assert.equal(prompt.enabled, true);
  });
});

describe('an effect that is not offered', () => {
  const promptOf = async (id: string) => {
    const found = (await stored()).find((one) => one.id === id);
    assert.ok(found);
    return found;
  };
  const chosenFor = async (photoId: string | undefined) => {
    const chosen = sql`select prompt_id from photo_prompts where photo_id = ${photoId}`;
    return (await firstRow<{ promptId: string }>(app.db, chosen))?.promptId ?? '';
  };
  const offer = async (id: string, enabled: boolean) => {
    const { imageTheme, action, prompt, suggestions } = await promptOf(id);
    const body = { imageTheme, action, prompt, suggestions, enabled };
    return (await call(contract.updatePrompt, { token, params: { id }, body })).data.prompt;
  };

  test('is shown to administrators only, unchanged, until it is offered again', async () => {
    const [first] = await offered();
    assert.ok(first);
    const { enabled, effect } = await offer(first.id, false);
    assert.deepEqual([enabled, effect], [false, first.effect]);
    assert.ok(!idsOf(await offered()).includes(first.id));
    const { action, imageTheme, prompt } = await promptOf(first.id);
    const specified = { action: { ...action, hu: 'Más' }, imageTheme, prompt, suggestions: [] };
    const changed = await call(contract.updatePrompt, { token, params: { id: first.id }, body: specified });
    assert.equal(changed.data.prompt.enabled, false, 'the call as it is specified leaves it');
    await offer(first.id, true);
    assert.ok(idsOf(await offered()).includes(first.id));
  });

  test('is not shown to visitors, who can try the offered effects in their order', async () => {
    const effects = async () => (await call(contract.listOfferedEffects)).data.effects;
    const before = await effects();
    const all = [...new Set((await offered()).map(({ effect }) => effect))];
    assert.ok(all.includes('unknown'), '"Yawn" of the test above');
    assert.deepEqual(
      before,
      all.filter((effect) => effect !== 'unknown'),
    );
    const winks = (await offered()).filter(({ effect }) => effect === 'wink');
    for (const { id } of winks) await offer(id, false);
    assert.deepEqual(
      await effects(),
      before.filter((name) => name !== 'wink'),
    );
    for (const { id } of winks) await offer(id, true);
  });

  test('cannot be chosen, and cannot be bought from a cart that already has it', async () => {
    const cart = await shop.newOrder();
    const promptId = await chosenFor(cart.photoIds[0]);
    await offer(promptId, false);
    const refused = await shop.start(cart);
    assert.deepEqual(
      [refused.status, refused.error.code, refused.error.error],
      [400, 'prompt_not_available', 'This effect is no longer offered. Please choose another one.'],
    );
    const contents = [{ id: cart.photoIds[0] ?? '', actions: [{ promptId, variety: 1 }] }];
    const chosen = await call(updateBatch, { token: cart.user.token, body: { contents } });
    assert.equal(chosen.error.code, 'prompt_not_available');
    await offer(promptId, true);
    assert.equal((await shop.start(cart)).status, 200);
  });

  test('is still made for orders that were paid', async () => {
    const cart = await shop.newOrder([[1]]);
    const page = await shop.pageOf(cart);
    await offer(await chosenFor(cart.photoIds[0]), false);
    await shop.checkout.pay(page);
    const films = await allRows(app.db, sql`select id from films where bucket_id = ${cart.bucketId}`);
    assert.equal(films.length, 1);
    await runStatement(app.db, sql`update prompts set enabled = true`);
  });
});
