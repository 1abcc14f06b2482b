import assert from 'node:assert/strict';
import { test } from 'vitest';
import {
  type AdminPrompt,
  createPrompt,
  listAdminPrompts,
  listPrompts,
  orderPrompts,
  updatePrompt,
} from '@keepsake/contract/films/prompts';
import { type Action, getContent, updateBatch } from '@keepsake/contract/photos/content';
import { sql } from 'kysely';
import { type Order, startTestShop } from '../../../test/shop.ts';
import { runStatement } from '../../../test/statements.ts';

const shop = await startTestShop();
const { call } = shop.app;
const { token } = shop.admin;
const imageTheme = { en: 'Changing' };

async function add(name: string): Promise<AdminPrompt> {
  const body = { imageTheme, action: { en: name, de: name }, prompt: 'The person does it.' };
  return (await call(createPrompt, { token, body })).data.prompt;
}

async function change(prompt: AdminPrompt, changes: Partial<AdminPrompt>): Promise<AdminPrompt> {
  const { id, action, prompt: wording, suggestions } = prompt;
  const body = { imageTheme, action, prompt: wording, suggestions, ...changes };
  const answer = await call(updatePrompt, { token, params: { id }, body });
  assert.equal(answer.status, 200);
  return answer.data.prompt;
}

const choose = ({ photoIds: [id = ''], user }: Order, action: Action) =>
  call(updateBatch, { token: user.token, body: { contents: [{ id, actions: [action] }] } });

async function chosen(prompt: AdminPrompt, action: Partial<Action> = {}): Promise<Order> {
  const order = await shop.newOrder([[1]]);
  assert.equal((await choose(order, { promptId: prompt.id, variety: 1, ...action })).status, 200);
  return order;
}

async function listed(): Promise<AdminPrompt[]> {
  const { prompts } = (await call(listAdminPrompts, { token })).data;
  return prompts.filter((one) => typeof one.imageTheme !== 'string' && one.imageTheme.en === imageTheme.en);
}

test('an effect that is renamed after it was chosen is not sold as the new one', async () => {
  const prompt = await add('Smile');
  const next = await add('Laugh');
  const order = await chosen(prompt);
  const renamed = await change(prompt, { action: { en: 'Nod gravely' } });
  assert.equal(renamed.id, prompt.id);
  assert.equal((await shop.start(order)).error?.code, 'prompt_not_available');
  assert.deepEqual(
    (await listed()).map(({ id }) => id),
    [renamed.id, next.id],
    'it keeps its place',
  );
  assert.equal((await choose(order, { promptId: renamed.id, variety: 1 })).status, 200);
  assert.equal((await shop.start(order)).status, 200);
});

test('an agreement does not hold for the effect that another one becomes', async () => {
  const prompt = await add('Wink');
  const order = await chosen(prompt, { agreedTo: 'eyes_closed' });
  await change(prompt, { action: { en: 'Blink slowly' } });
  assert.equal((await shop.start(order)).error?.code, 'prompt_not_available');
});

test('a new name in one language counts for those who read it', async () => {
  const prompt = await add('Giggle');
  const order = await chosen(prompt);
  await change(prompt, { action: { ...prompt.action, de: 'Kichern' } });
  assert.equal((await shop.start(order)).error?.code, 'prompt_not_available');
});

test('a new wording that resets the movement is another effect', async () => {
  const prompt = await add('Joy');
  await runStatement(shop.app.db, sql`update prompts set effect = 'laugh' where id = ${prompt.id}`);
  const order = await chosen(prompt);
  const reworded = await change(prompt, { prompt: 'The person is joyful.' });
  assert.equal(reworded.effect, 'unknown');
  assert.equal((await shop.start(order)).error?.code, 'prompt_not_available');
});

test('other changes leave the choice: wording, theme, advice, order, and what was withdrawn from sale and offered again', async () => {
  const prompt = await add('Nod');
  const order = await chosen(prompt);
  await change(prompt, { prompt: 'The person nods slowly.' });
  await change(prompt, { suggestions: ['smile'] });
  await change(prompt, { imageTheme: { en: 'Changing', de: 'Im Wandel' } });
  await change(prompt, { action: { en: 'Nod', de: 'Nod', hu: '' } });
  await change(prompt, { enabled: false });
  await change(prompt, { enabled: true });
  const ids = (await listed()).map(({ id }) => id);
  assert.equal((await call(orderPrompts, { token, body: { ids: ids.toReversed() } })).status, 200);
  assert.ok((await listed()).some(({ id }) => id === prompt.id));
  assert.equal((await shop.start(order)).status, 200);
});

test('a set that chose an effect before it was renamed shows what was chosen', async () => {
  const prompt = await add('Surprise');
  const order = await chosen(prompt);
  await change(prompt, { action: { en: 'Happy surprise' } });
  const params = { id: order.photoIds[0] ?? '' };
  const { content } = (await call(getContent, { params, token: order.user.token })).data;
  const [{ promptId } = assert.fail('nothing is chosen')] = content.actions;
  assert.notEqual(promptId, prompt.id);
  const { prompts } = (await call(listPrompts, { token: order.user.token })).data;
  assert.ok(!prompts.some(({ id }) => id === promptId), 'it is not offered');
});

test('the open page of an order is paid as it was offered', async () => {
  const prompt = await add('Look around');
  const order = await chosen(prompt);
  const page = await shop.pageOf(order);
  await change(prompt, { action: { en: 'Zoom in' } });
  assert.equal((await shop.checkout.pay(page)).status, 303);
  await shop.lookUp();
  assert.equal((await shop.state(order)).status, 'paid');
});
