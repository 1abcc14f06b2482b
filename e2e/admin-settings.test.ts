import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { adminEmail, startAdministration } from './admin.ts';
import { withPage } from './browser.ts';
import { arriveSignedIn, chooseLanguage, type Customer } from './customer.ts';
import { obstacles, overhang } from './obstacles.ts';

const tabs = ['pricing', 'prompts', 'config', 'generations'];

const { product, browser, admin } = await startAdministration({ POLL_INTERVAL_MS: '500' });

describe('an administrator', () => {
  test('sets prices and discounts, which customers see at once', () =>
    onTab('pricing', async (page) => {
      await page.getByLabel('Price of a photo').fill('6.50');
      const volume = page.getByRole('group', { name: 'Discount for many photos' });
      await volume.getByRole('button', { name: 'Add level' }).click();
      assert.equal(await volume.getByLabel('From how many').first().inputValue(), '1', 'the smallest free number');
      assert.equal(await volume.getByLabel('Discount (%)').first().inputValue(), '5');
      await volume.getByLabel('From how many').first().fill('5');
      await volume.getByText('Threshold 5 already exists. Please choose another value.').waitFor();
      assert.ok(await page.getByRole('button', { name: 'Save prices' }).isDisabled());
      await volume.getByLabel('From how many').first().fill('7');
      await page.getByRole('button', { name: 'Save prices' }).click();
      await page.getByText('Pricing updated successfully').waitFor();
      const { data } = await fetchJson<{ data: Record<string, unknown> }>('/api/pricing');
      assert.equal(data['basePrice'], 6.5);
      assert.deepEqual(data['volumeDiscounts'], { 5: 10, 7: 5, 10: 15, 20: 20 });

      await page.getByLabel('Price of a photo').fill('0');
      await page.getByRole('button', { name: 'Save prices' }).click();
      await page.getByText('Must be 0.01 or more.').first().waitFor();
      await page.getByLabel('Price of a photo').fill('0.20');
      await page.getByRole('button', { name: 'Save prices' }).click();
      await page.getByText(/less than a card can be charged/).waitFor();
    }));

  test('is told what somebody else changed meanwhile, and chooses', () =>
    onTab('pricing', async (page) => {
      await page.getByLabel('Price of a photo').fill('7.77');
      const { data } = await fetchJson<{ data: object }>('/api/pricing');
      await postAsAdmin('/api/pricing/admin', { ...data, basePrice: 8.88 });
      await page.getByRole('button', { name: 'Save prices' }).click();
      await page.getByText('Somebody else has changed this meanwhile').waitFor();
      await page.getByText('Now: 8.88').waitFor();
      await page.getByText('Yours: 7.77').waitFor();
      await page.getByRole('button', { name: 'Save mine all the same' }).click();
      await page.getByText('Pricing updated successfully').waitFor();
      assert.equal((await fetchJson<{ data: { basePrice: number } }>('/api/pricing')).data.basePrice, 7.77);
    }));

  test('adds an effect with its pictogram, finds, changes and deletes it', () =>
    onTab('prompts', async (page) => {
      await page.getByRole('button', { name: 'Add pictogram' }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Please fill in all required fields').waitFor();
      await page.getByLabel('Name (English)').fill('Top hat');
      await page.getByLabel('Icon').fill('fa-hat-wizard');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('top_hat').waitFor();

      await page.getByRole('button', { name: 'Add effect' }).click();
      await page.getByLabel('Theme').selectOption('A new theme');
      await page.getByLabel('Theme (English)').fill('Statue');
      await page.getByLabel('Effect (English)').fill('Tip the hat');
      await page.getByText('Effect in other languages').click();
      await page.getByLabel('Effect (Deutsch)').fill('Den Hut ziehen');
      await page.getByLabel('Prompt', { exact: true }).fill('The statue lifts its hat and smiles.');
      await page.getByRole('checkbox', { name: 'Top hat' }).check();
      const preview = page.getByRole('region', { name: 'Preview' });
      await preview.getByLabel('Preview in').selectOption('Deutsch');
      await preview.getByText('Den Hut ziehen').waitFor();
      assert.deepEqual(await obstacles(page), { light: [], dark: [] });
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('The effect is added').waitFor();

      await page.getByLabel('Search effects').fill('hut statue');
      await page.getByRole('button', { name: 'Change Tip the hat (Statue)' }).click();
      await page.getByLabel('Prompt', { exact: true }).fill('The statue bows.');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('cell', { name: 'The statue bows.' }).waitFor();
      await page.getByRole('button', { name: 'Delete Tip the hat (Statue)' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('Nothing fits this search.').waitFor();
    }));

  test('tries a configuration before it is in force, then saves it', () =>
    onTab('config', async (page) => {
      const form = page.getByRole('form', { name: 'Video generation' });
      await form.getByLabel('Resolution').selectOption('540p');
      await page.getByRole('button', { name: 'Test this configuration' }).click();
      const film = page.getByLabel('Test film');
      await film.waitFor({ timeout: 60_000 });
      await film.evaluate(async (video: HTMLVideoElement) => {
        await video.play();
        video.pause();
      });
      const { config } = await fetchJson<{ config: { resolution: string } }>('/api/admin/video-config', admin);
      assert.equal(config.resolution, 'default');
      await form.getByRole('button', { name: 'Save configuration' }).click();
      await page.getByText('Video generation configuration updated successfully').waitFor();
      const saved = await fetchJson<{ config: { resolution: string } }>('/api/admin/video-config', admin);
      assert.equal(saved.config.resolution, '540p');
      await form.getByLabel('Service provider').selectOption('Luma Agents');
      await page.getByText('What this service lacks:').waitFor();
      await form.getByRole('button', { name: 'Save configuration' }).click();
      await page
        .getByText(/offered/)
        .first()
        .waitFor();
    }));

  test('switches and times notifications, reads one and has it sent', () =>
    onTab('config', async (page) => {
      const films = page.getByRole('switch', { name: 'Films ready' });
      await films.click();
      await page.getByText('Notification setting updated successfully').waitFor();
      const days = page.getByLabel('Days before: Deletion reminder (first)');
      await days.fill('31');
      await page.getByText('Enter a whole number from 1 to 30.').waitFor();
      await days.fill('10');
      await days.press('Enter');
      await page.getByText('Days setting updated successfully').waitFor();
      await page.getByRole('button', { name: 'Preview: Films ready' }).click();
      await page.getByRole('dialog').getByLabel('Language').selectOption('Magyar');
      const subject = await page.locator('dialog article[lang="hu"] h3').innerText();
      assert.deepEqual(await obstacles(page), { light: [], dark: [] });
      await page.getByRole('button', { name: 'Send it to me' }).click();
      await page.getByText('The mail is on its way to you').waitFor();
      await page.waitForFunction(
        async ([to, title]) => {
          const answer = await fetch(`/dev/mail.json?to=${to}`);
          const { messages } = (await answer.json()) as { messages: { subject: string }[] };
          return messages.some((message) => message.subject === title);
        },
        [adminEmail, subject] as const,
        { polling: 200 },
      );
      await page.keyboard.press('Escape');
      await films.click();
    }));

  test('sees what the service holds, and deletes all that no order needs', () =>
    onTab('generations', async (page) => {
      await page
        .getByText(/generation/)
        .first()
        .waitFor();
      const all = page.getByRole('button', { name: 'Delete all' });
      if (await all.isDisabled()) return;
      await all.click();
      const dialog = page.getByRole('alertdialog');
      await dialog
        .getByText('Are you sure you want to delete all Luma generations? This action cannot be undone.')
        .waitFor();
      await dialog.getByRole('button', { name: 'Delete all' }).click();
      await page.getByText('The video service holds no generation.').waitFor();
    }));
});

for (const language of ['en', 'hu', 'de', 'fr', 'es']) {
  test(`in ${language} nothing stands in an administrator's way`, async () => {
    await chooseLanguage(product, admin, language);
    for (const tab of tabs)
      await onTab(tab, async (page) => {
        await page.waitForLoadState('networkidle');
        assert.equal(await page.locator('html').getAttribute('lang'), language);
        assert.deepEqual([tab, await obstacles(page)], [tab, { light: [], dark: [] }]);
        assert.ok((await overhang(page, 320)) <= 0, `${tab} stands out at 320 pixels`);
      });
    await chooseLanguage(product, admin, 'en');
  });
}

function onTab(tab: string, work: (page: Page) => Promise<void>): Promise<void> {
  return withPage(browser, async (page, faults) => {
    await arriveSignedIn(page, product, admin);
    await page.goto(`${product.url}/admin?tab=${tab}`);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    await work(page);
    assert.deepEqual(faults, []);
  });
}

async function fetchJson<T>(path: string, as?: Customer): Promise<T> {
  const answer = await fetch(product.url + path, { headers: as ? { authorization: `Bearer ${as.token}` } : {} });
  return (await answer.json()) as T;
}

async function postAsAdmin(path: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' };
  const answer = await fetch(product.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  assert.equal(answer.status, 200);
}
