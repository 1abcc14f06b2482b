import { me, updateLanguage, updateProfile } from '@keepsake/contract/accounts/accounts';
import { myBuckets } from '@keepsake/contract/photos/content';
import { listPrompts } from '@keepsake/contract/films/prompts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Answer, held, reply } from '../../../test/answers.ts';
import { aPage } from '../../../test/orders.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { expectHeading, press } from '../../../test/screen.ts';
import { customer } from '../../../test/users.ts';
import { saveProfile } from './profile-forms.tsx';

const german = { ...customer, defaultLanguage: 'de' as const };

test('a chosen language stays when the account as it was before arrives late', async () => {
  const { before, saved } = await choose();
  saved.letGo();
  before.letGo();
  await expectGerman();
});

test('a chosen language stays when the account as it was before arrives while the choice is being saved', async () => {
  const { before, saved } = await choose();
  before.letGo();
  await expectGerman();
  saved.letGo();
  await expectGerman();
});

test('of two choices one after the other the second is saved last', async () => {
  const { before, saved, server } = await choose();
  before.letGo();
  server.answer(reply(updateLanguage, ({ body }) => ({ user: { ...customer, ...(body as object) } })));
  await page.getByLabelText('Sprache').selectOptions('fr');
  await expect.poll(() => document.documentElement.lang).toBe('fr');
  expect(server.sent(updateLanguage), 'the first is still under way').toHaveLength(1);
  saved.letGo();
  await expect
    .poll(() => server.sent(updateLanguage).map(({ body }) => body))
    .toEqual([{ defaultLanguage: 'de' }, { defaultLanguage: 'fr' }]);
  expect(document.documentElement.lang).toBe('fr');
});

test('a second choice is saved although the password was changed while the first was being saved', async () => {
  const { before, saved, server } = await choose();
  before.letGo();
  const all = { ...customer, defaultLanguage: 'de' as const };
  server.answer(
    reply(updateProfile, { user: all, token: 'new-token' }),
    reply(updateLanguage, ({ body }) => ({ user: { ...customer, ...(body as object) } })),
  );
  const changing = saveProfile({ currentPassword: 'three blue teacups', newPassword: 'an orchard after rain' });
  await page.getByLabelText('Sprache').selectOptions('fr');
  saved.letGo();
  await changing;
  await expect.poll(() => server.sent(updateLanguage).at(-1)?.body).toEqual({ defaultLanguage: 'fr' });
  expect([localStorage.getItem('token'), document.documentElement.lang]).toEqual(['new-token', 'fr']);
});

test('a language that is chosen while the password is being changed stays', async () => {
  const server = await openTerms(reply(me, { user: customer }));
  const changed = held(updateProfile, { user: customer, token: 'new-token' });
  server.answer(changed, reply(updateLanguage, { user: german }));
  const changing = saveProfile({ currentPassword: 'three blue teacups', newPassword: 'an orchard after rain' });
  await chooseGerman();
  changed.letGo();
  await changing;
  await expect.poll(() => server.sent(updateLanguage)).toHaveLength(1);
  await expectGerman();
});

/** Chooses German on a page that requests the account and does not wait for it. */
async function choose() {
  const before = held(me, { user: customer });
  const saved = held(updateLanguage, { user: german });
  const server = await openTerms(before, saved);
  await chooseGerman();
  await expect.poll(() => server.sent(updateLanguage)).toHaveLength(1);
  return { before, saved, server };
}

function openTerms(...answers: Answer[]) {
  const others = [reply(myBuckets, aPage([])), reply(listPrompts, { prompts: [] })];
  return renderPage('/terms', { user: customer, answers: [...others, ...answers] });
}

async function chooseGerman(): Promise<void> {
  await press('Account menu');
  await page.getByLabelText('Language').selectOptions('de');
  await expect.poll(() => document.documentElement.lang).toBe('de');
}

/** The gallery waits for the account. */
async function expectGerman(): Promise<void> {
  await page.getByRole('link', { name: 'Erinnerungsgalerie' }).click();
  await expectHeading('Erinnerungsgalerie');
  expect(document.documentElement.lang).toBe('de');
}
