import type { Page } from '@playwright/test';
import { read, send, type Customer } from '../support/customer.ts';
import { adminEmail, adminTest as test, expect } from '../support/fixtures.ts';
import type { Product } from '../support/product.ts';
import { dismissToast } from '../support/toast.ts';

// The product of `admin-money`: the tests change settings.
test.use({ shop: 'money' });

test.describe('an administrator', () => {
  test('sets prices and discounts, which customers see at once', async ({ page, product, administrator }) => {
    const before = await priceList(product);
    await openTab(page, 'pricing');
    await page.getByLabel('Price of a photo').fill('6.50');
    const volume = page.getByRole('group', { name: 'Discount for many photos' });
    await volume.getByRole('button', { name: 'Add level' }).click();
    await expect(volume.getByLabel('From how many').first(), 'the smallest free number').toHaveValue('1');
    await expect(volume.getByLabel('Discount (%)').first()).toHaveValue('5');
    await volume.getByLabel('From how many').first().fill('5');
    await expect(volume.getByText('Threshold 5 already exists. Please choose another value.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save prices' })).toBeDisabled();
    await volume.getByLabel('From how many').first().fill('7');
    await page.getByRole('button', { name: 'Save prices' }).click();
    await expect(page.getByText('Pricing updated successfully')).toBeVisible();
    const { basePrice, volumeDiscounts } = await priceList(product);
    expect(basePrice).toBe(6.5);
    expect(volumeDiscounts).toEqual({ 5: 10, 7: 5, 10: 15, 20: 20 });

    await page.getByLabel('Price of a photo').fill('0');
    await page.getByRole('button', { name: 'Save prices' }).click();
    await expect(page.getByText('Must be 0.01 or more.').first()).toBeVisible();
    await page.getByLabel('Price of a photo').fill('0.20');
    await page.getByRole('button', { name: 'Save prices' }).click();
    const question = page.getByRole('alertdialog', { name: 'Save these prices?' });
    await question.getByLabel('Type “change” to confirm').fill('change');
    await question.getByRole('button', { name: 'Save prices' }).click();
    await expect(page.getByText(/less than a card can be charged/)).toBeVisible();
    await setPrices(product, administrator, before);
  });

  test('adds an effect with its pictogram, finds, changes and deletes it', async ({ page }) => {
    await openTab(page, 'prompts');
    await page.getByRole('button', { name: 'Add pictogram' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Please fill in all required fields')).toBeVisible();
    await page.getByLabel('Name (English)').fill('Top hat');
    await page.getByLabel('Icon').fill('fa-hat-wizard');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('top_hat')).toBeVisible();
    await dismissToast(page, 'The pictogram is added');

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
    await expect(preview.getByText('Den Hut ziehen')).toBeVisible();
    await page.getByRole('button', { name: 'Save' }).click();
    await dismissToast(page, 'The effect is added');

    await page.getByLabel('Search effects').fill('hut statue');
    await page.getByRole('button', { name: 'Change Tip the hat (Statue)' }).click();
    await page.getByLabel('Prompt', { exact: true }).fill('The statue bows.');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('cell', { name: 'The statue bows.' })).toBeVisible();
    await page.getByRole('button', { name: 'Delete Tip the hat (Statue)' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Nothing fits this search.')).toBeVisible();
  });

  test('configures notifications, previews one and sends it as a test', async ({ page, product, administrator }) => {
    await openTab(page, 'config');
    const films = page.getByRole('switch', { name: 'Films ready' });
    await films.click();
    await dismissToast(page, 'Notification setting updated successfully');
    const days = page.getByLabel('Days before: Deletion reminder (first)');
    await days.fill('31');
    await expect(page.getByText('Enter a whole number from 1 to 30.')).toBeVisible();
    await days.fill('10');
    await days.press('Enter');
    await dismissToast(page, 'Days setting updated successfully');
    await page.getByRole('button', { name: 'Preview: Films ready' }).click();
    await page.getByRole('dialog').getByLabel('Language').selectOption('Magyar');
    const subject = await page.locator('dialog article[lang="hu"] h3').innerText();
    await page.getByRole('button', { name: 'Send it to me' }).click();
    await expect(page.getByText('The email is on its way to you')).toBeVisible();
    const subjects = async () => {
      const { messages } = (await read(product, administrator, `/dev/mail.json?to=${adminEmail}`)) as {
        messages: { subject: string }[];
      };
      return messages.map((message) => message.subject);
    };
    await expect.poll(subjects).toContain(subject);
    await page.keyboard.press('Escape');
    await films.click();
    await expect(films).toBeChecked();
  });

  test('sees the generations of the service, and deletes all that no order needs', async ({ page }) => {
    await openTab(page, 'generations');
    await expect(page.getByText(/generation/).first()).toBeVisible();
    const all = page.getByRole('button', { name: 'Delete all' });
    if (await all.isDisabled()) return;
    await all.click();
    const dialog = page.getByRole('alertdialog');
    await expect(
      dialog.getByText('Are you sure you want to delete all Luma generations? This action cannot be undone.'),
    ).toBeVisible();
    await dialog.getByRole('button', { name: 'Delete all' }).click();
    await expect(page.getByText('The video service holds no generation.')).toBeVisible();
  });
});

async function openTab(page: Page, tab: string): Promise<void> {
  await page.goto(`/admin?tab=${tab}`);
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
}

interface PriceList {
  basePrice: number;
  volumeDiscounts: Record<string, number>;
}

async function priceList(product: Product): Promise<PriceList> {
  return ((await send(product, 'GET', '/api/pricing')) as { data: PriceList }).data;
}

async function setPrices(product: Product, administrator: Customer, prices: PriceList): Promise<void> {
  await send(product, 'POST', '/api/pricing/admin', prices, administrator);
}
