import type { Page } from '@playwright/test';
import { adminTest as test, expect } from '../support/fixtures.ts';

const adminTabs = 'overview orders workers errors videos users pricing prompts config generations ledger audit';
const paths = ['/dashboard', '/process', '/profile', ...adminTabs.split(' ').map((tab) => `/admin?tab=${tab}`)];

for (const { width, height } of [
  { width: 1280, height: 860 },
  { width: 390, height: 844 },
]) {
  test.describe(`at ${width} pixels`, { tag: '@full' }, () => {
    test.use({ viewport: { width, height } });

    test('no control in sight moves away from under a press while the data of its page arrive', async ({ page }) => {
      await answerLastFirst(page);
      await page.addInitScript(recordMoves);
      for (const path of paths) {
        await page.goto(path);
        await page.waitForLoadState('networkidle');
        await expect(page.locator('main div[aria-busy]')).toHaveCount(0);
        expect(await page.evaluate(() => (window as unknown as { moves: string[] }).moves), path).toEqual([]);
      }
    });
  });
}

/** Delays the answers of the API: the later a page asks, the sooner it is answered. */
async function answerLastFirst(page: Page): Promise<void> {
  let asked = 0;
  page.on('framenavigated', () => (asked = 0));
  await page.route('**/api/**', async (route) => {
    const delay = Math.max(0, 600 - 60 * asked++);
    await new Promise((done) => setTimeout(done, delay));
    await route.continue();
  });
}

/** Records in `window.moves`, frame by frame, every control in sight that is no longer where its middle was. Runs in the page. */
function recordMoves(): void {
  const moves: string[] = [];
  Object.assign(window, { moves });
  const middles = new Map<Element, { x: number; y: number }>();
  const look = () => {
    for (const control of document.querySelectorAll('a[href], button, input, select, textarea, summary')) {
      const { left, top, right, bottom, width, height } = control.getBoundingClientRect();
      const isDrawn = width > 2 && control.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      const was = middles.get(control);
      if (was && isDrawn && (was.x < left || was.x > right || was.y < top + scrollY || was.y > bottom + scrollY))
        moves.push(`${control.getAttribute('aria-label') ?? control.textContent}: ${was.x}, ${was.y} is outside now`);
      if (isDrawn && bottom > 0 && top < innerHeight)
        middles.set(control, { x: left + width / 2, y: top + scrollY + height / 2 });
      else middles.delete(control);
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
