import { expect, type Page } from '@playwright/test';

/** Waits for a notification and dismisses it: for seven seconds it would lie over what is pressed next. */
export async function dismissToast(page: Page, text: string): Promise<void> {
  const toast = page.getByRole('region', { name: 'Notifications' }).locator('[aria-live] > div', { hasText: text });
  await toast.getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast).toBeHidden();
}
