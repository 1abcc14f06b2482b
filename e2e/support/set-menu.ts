import type { Page } from '@playwright/test';

/** Opens the menu of the first set, or of another one in the gallery, and presses one of its actions. */
export async function chooseAction(page: Page, name: string | RegExp, set = 0): Promise<void> {
  await page
    .getByRole('button', { name: /^Actions for the set/ })
    .nth(set)
    .click();
  await page.getByRole('button', { name }).click();
}
