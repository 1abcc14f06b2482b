import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import * as prompts from '@keepsake/contract/films/prompts';
import { startTestApp } from '../../../test/harness.ts';
import { promptSeed } from './seed-prompts.ts';

test('a signed-in user sees the offered prompts and pictograms; only administrators see the wording', async (t) => {
  const { call, createUser } = await startTestApp(t);
  for (const visitor of [await call(prompts.listPrompts), await call(prompts.listPictograms)])
    assert.deepEqual([visitor.status, visitor.error.code], [401, 'not_signed_in']);
  const { token } = await createUser();
  const offered = await call(prompts.listPrompts, { token });
  assert.ok(offered.data.prompts.every((prompt) => !('prompt' in prompt)));
  assert.equal((await call(prompts.listAdminPrompts, { token })).status, 403);
  const admin = await createUser({ role: 'Admin' });
  assert.ok(
    !JSON.stringify(await call(prompts.listPrompts, { token: admin.token })).includes(promptSeed[0]?.prompt ?? ''),
  );
  const { data } = await call(prompts.listAdminPrompts, { token: admin.token });
  assert.equal(data.prompts[0]?.prompt, promptSeed[0]?.prompt);
  assert.equal(offered.data.prompts.length, promptSeed.length);
  const [first] = offered.data.prompts;
  assert.deepEqual(first?.action, promptSeed[0]?.action);
  const { suggestions } = (await call(prompts.listPictograms, { token })).data;
  assert.ok(suggestions.some(({ key, icon }) => key === 'smile' && icon === 'fa-face-smile'));
});

describe('administrators', () => {
  const body = {
    imageTheme: { en: 'Statue' },
    action: { en: 'Come alive' },
    prompt: 'The statue begins to smile.',
    suggestions: ['smile'],
  };

  test('add, change and withdraw a prompt', async (t) => {
    const { call, createUser } = await startTestApp(t);
    const { token } = await createUser({ role: 'Admin' });
    const created = await call(prompts.createPrompt, { token, body });
    assert.equal(created.status, 201);
    const params = { id: created.data.prompt.id };
    const changed = await call(prompts.updatePrompt, { token, params, body: { ...body, prompt: 'The statue nods.' } });
    assert.equal(changed.data.prompt.prompt, 'The statue nods.');
    assert.equal((await call(prompts.deletePrompt, { token, params })).status, 200);
    const left = (await call(prompts.listPrompts, { token })).data.prompts;
    assert.ok(!left.some(({ id }) => id === params.id));
    assert.equal((await call(prompts.deletePrompt, { token, params })).status, 404);
  });

  test('are told which field of a prompt is missing or invalid', async (t) => {
    const { call, createUser } = await startTestApp(t);
    const { token } = await createUser({ role: 'Admin' });
    const cases: [action: unknown, text: string][] = [
      [{ hu: 'Megelevenedik' }, 'This field is required'],
      [{ en: ' ', hu: '' }, 'This field is required'],
      [{ en: 'Come\u0000alive' }, 'This value has the wrong format.'],
    ];
    for (const [action, text] of cases) {
      const refused = await call(prompts.createPrompt, { token, body: { ...body, action } });
      assert.equal(refused.status, 400);
      assert.deepEqual(refused.error.fields, { 'action.en': text });
    }
    const kept = await call(prompts.createPrompt, { token, body: { ...body, action: { ...body.action, hu: '' } } });
    assert.equal(kept.status, 201);
  });

  test('cannot choose a pictogram that does not exist, because its advice would never be shown', async (t) => {
    const { call, createUser } = await startTestApp(t);
    const { token } = await createUser({ role: 'Admin' });
    const unknown = { ...body, suggestions: ['smile', 'no_such_thing'] };
    const fields = { 'suggestions.1': 'There is no pictogram with the key no_such_thing.' };
    const refused = await call(prompts.createPrompt, { token, body: unknown });
    assert.deepEqual([refused.status, refused.error.fields], [400, fields]);
    const { prompt } = (await call(prompts.createPrompt, { token, body })).data;
    const changed = await call(prompts.updatePrompt, { token, params: { id: prompt.id }, body: unknown });
    assert.deepEqual([changed.status, changed.error.fields], [400, fields]);
  });

  test('cannot offer the same effect twice within a theme, in whatever case it is written', async (t) => {
    const { call, createUser } = await startTestApp(t);
    const { token } = await createUser({ role: 'Admin' });
    const { prompt } = (await call(prompts.createPrompt, { token, body })).data;
    const refused = async (answer: Promise<{ status: number; error: { code: string } }>) => {
      const { status, error } = await answer;
      assert.deepEqual([status, error.code], [409, 'prompt_exists']);
    };
    await refused(
      call(prompts.createPrompt, { token, body: { ...body, imageTheme: 'STATUE', action: { en: 'come Alive' } } }),
    );
    const other = await call(prompts.createPrompt, { token, body: { ...body, action: { en: 'Nod' } } });
    await refused(call(prompts.updatePrompt, { token, params: { id: other.data.prompt.id }, body }));
    const same = await call(prompts.updatePrompt, { token, params: { id: prompt.id }, body });
    assert.equal(same.status, 200, 'a prompt may keep its own name');
    const atOnce = await Promise.all(
      [1, 2, 3].map(() => call(prompts.createPrompt, { token, body: { ...body, action: { en: 'Wave' } } })),
    );
    assert.deepEqual(atOnce.map(({ status }) => status).toSorted(), [201, 409, 409]);
  });

  test('receive changes made in the meantime instead of overwriting them', async (t) => {
    const { call, createUser } = await startTestApp(t);
    const { token } = await createUser({ role: 'Admin' });
    const { prompt } = (await call(prompts.createPrompt, { token, body })).data;
    const change = (text: string) =>
      call(prompts.updatePrompt, {
        token,
        params: { id: prompt.id },
        body: { ...body, prompt: text, revision: prompt.revision },
      });
    assert.equal((await change('The statue waves.')).status, 200);
    const late = await change('The statue runs.');
    assert.deepEqual([late.status, late.error.code], [409, 'changed_meanwhile']);
    assert.equal((late.error as { current?: { prompt: string } }).current?.prompt, 'The statue waves.');

    const { suggestion } = (
      await call(prompts.createPictogram, { token, body: { name: 'Hat', icon: 'fa-hat-wizard' } })
    ).data;
    const rename = (name: string) =>
      call(prompts.updatePictogram, {
        token,
        params: { key: 'hat' },
        body: { name, icon: 'fa-hat-wizard', revision: suggestion.revision },
      });
    assert.equal((await rename('Cap')).status, 200);
    assert.equal((await rename('Hood')).error.code, 'changed_meanwhile');

    const deletePrompt = (revision?: number) =>
      call(prompts.deletePrompt, {
        token,
        params: { id: prompt.id },
        query: revision === undefined ? {} : { revision },
      });
    const deletePictogram = (revision?: number) =>
      call(prompts.deletePictogram, {
        token,
        params: { id: suggestion.id },
        query: revision === undefined ? {} : { revision },
      });
    assert.deepEqual((await deletePrompt(prompt.revision)).error.code, 'changed_meanwhile');
    assert.deepEqual((await deletePictogram(suggestion.revision)).error.code, 'changed_meanwhile');
    assert.equal((await deletePrompt(prompt.revision + 1)).status, 200);
    assert.equal((await deletePictogram()).status, 200, 'without a revision the current state is deleted');
  });

  test('cannot use a pictogram key twice; a missing key is derived from the name', async (t) => {
    const { call, createUser } = await startTestApp(t);
    const { token } = await createUser({ role: 'Admin' });
    const created = await call(prompts.createPictogram, { token, body: { name: 'Bright  Éyes!', icon: 'fa-eye' } });
    assert.equal(created.data.suggestion.key, 'bright_eyes');
    const again = await call(prompts.createPictogram, { token, body: { name: 'Bright eyes', icon: 'fa-eye' } });
    assert.equal(again.status, 409);
    assert.equal(again.error.error, 'A suggestion with this key already exists');
  });

  test('may leave out the folder and extension of a picture, and are told what is missing', async (t) => {
    const { call, createUser } = await startTestApp(t);
    const { token } = await createUser({ role: 'Admin' });
    const create = (icon: unknown, name: unknown = 'Waving hand') =>
      call(prompts.createPictogram, { token, body: { name, icon } });
    assert.equal((await create(' hands-visible')).data.suggestion.icon, '/card-icons/hands-visible.svg');
    const required = 'This field is required';
    assert.deepEqual((await create(undefined, ' ')).error.fields, { name: required, icon: required });
    assert.deepEqual((await create('')).error.fields, { icon: required });
    for (const icon of ['/elsewhere/hat.svg', 'javascript:hat', '../hat', 'fa-hat.svg', 'hat.svg.png'])
      assert.deepEqual((await create(icon)).error.fields, { icon: 'This value has the wrong format.' }, icon);
  });

  test('see a renamed or deleted pictogram updated in the prompts that refer to it', async (t) => {
    const { call, createUser } = await startTestApp(t);
    const { token } = await createUser({ role: 'Admin' });
    const { id } = (await call(prompts.createPrompt, { token, body })).data.prompt;
    const suggestionsNow = async () =>
      (await call(prompts.listPrompts, { token })).data.prompts.find((prompt) => prompt.id === id)?.suggestions;
    const renamed = await call(prompts.updatePictogram, {
      token,
      params: { key: 'smile' },
      body: { key: 'grin', name: 'Grin', icon: 'fa-face-grin' },
    });
    assert.deepEqual(await suggestionsNow(), ['grin']);
    await call(prompts.deletePictogram, { token, params: { id: renamed.data.suggestion.id } });
    assert.deepEqual(await suggestionsNow(), []);
  });

  test('are the only ones allowed: customers and visitors are refused before the input is read', async (t) => {
    const { call, createUser } = await startTestApp(t);
    const { token } = await createUser();
    assert.equal((await call(prompts.createPrompt, { token, body: {} })).status, 403);
    assert.equal((await call(prompts.createPrompt, { body: {} })).status, 401);
  });
});
