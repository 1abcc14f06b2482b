import { expect, type Locator, type Page } from '@playwright/test';

/** Opens the first step of an order. */
export async function openWizard(page: Page): Promise<void> {
  await page.goto('/process');
  await expect(page.getByRole('heading', { level: 1, name: 'Your photos and their effects' })).toBeVisible();
}

/** What a photo's card has once the server keeps it: it can be removed, and no longer stopped. */
export function uploadedPhoto(page: Page, number: number, total: number): Locator {
  return page.getByRole('group', { name: `Photo ${number} of ${total}` }).getByRole('button', { name: 'Remove photo' });
}
