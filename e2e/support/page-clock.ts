import { patienceMs } from '../../server/test/until.ts';
import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Advances the page's clock by steps until an element is shown: pages poll the server every 2, 5 or 10 s. The clock must have been installed
 * before the page was opened. What the server works on is waited for before: pages give up after a number of answers, which pass much
 * faster here than the work.
 */
export async function fastForwardUntil(page: Page, shown: Locator, stepMs = 10_000): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(stepMs);
    await expect(shown).toBeVisible({ timeout: 300 });
  }).toPass({ timeout: patienceMs, intervals: [50, 250, 1_000] });
}
