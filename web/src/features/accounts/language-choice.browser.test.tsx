import { me, updateLanguage } from '@keepsake/contract/accounts/accounts';
import { myBuckets } from '@keepsake/contract/photos/content';
import { listPrompts } from '@keepsake/contract/films/prompts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { held, reply } from '../../../test/answers.ts';
import { aPage } from '../../../test/orders.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { expectHeading, press } from '../../../test/screen.ts';
import { customer } from '../../../test/users.ts';

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

/** Chooses German on a page that requests the account and does not wait for it. */
async function choose() {
  const before = held(me, { user: customer });
  const saved = held(updateLanguage, { user: german });
  const answers = [reply(myBuckets, aPage([])), reply(listPrompts, { prompts: [] }), before, saved];
  const server = await renderPage('/terms', { user: customer, answers });
  await press('Account menu');
  await page.getByLabelText('Language').selectOptions('de');
  await expect.poll(() => server.sent(updateLanguage)).toHaveLength(1);
  await expect.poll(() => document.documentElement.lang).toBe('de');
  return { before, saved, server };
}

/** The gallery waits for the account. */
async function expectGerman(): Promise<void> {
  await page.getByRole('link', { name: 'Erinnerungsgalerie' }).click();
  await expectHeading('Erinnerungsgalerie');
  expect(document.documentElement.lang).toBe('de');
}
