import { expect, type Locator, type Page } from '@playwright/test';

/** Opens the first step of the order wizard. */
export async function openWizard(page: Page): Promise<void> {
  await page.goto('/process');
  await expect(page.getByRole('heading', { level: 1, name: 'Your photos and their effects' })).toBeVisible();
}

/** The button that a photo's card shows once the photo is stored: "remove" instead of "cancel". */
export function uploadedPhoto(page: Page, number: number, total: number): Locator {
  return page.getByRole('group', { name: `Photo ${number} of ${total}` }).getByRole('button', { name: 'Remove photo' });
}
