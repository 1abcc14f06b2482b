import { expect, type Page } from '@playwright/test';

/** Waits for a notification and dismisses it: for six seconds it would lie over what is pressed next. */
export async function dismissToast(page: Page, text: string): Promise<void> {
  const toasts = page.getByRole('region', { name: 'Notifications' });
  await expect(toasts.getByText(text)).toBeVisible();
  await toasts.getByRole('button', { name: 'Dismiss' }).first().click();
  await expect(toasts.getByText(text)).toBeHidden();
}
