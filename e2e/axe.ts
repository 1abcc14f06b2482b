import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The page as it stands has no axe violations, light and dark; leaves it dark. */
export async function expectAccessible(page: Page): Promise<void> {
  await setColorScheme(page, 'light');
  const light = await findViolations(axeOn(page));
  await setColorScheme(page, 'dark');
  const dark = await findViolations(axeOn(page).withRules(['color-contrast', 'link-in-text-block']));
  expect({ light, dark }, 'axe violations').toEqual({ light: [], dark: [] });
}

/** No element reaches beyond the right edge of the window, at any of these widths. */
export async function expectNoOverflow(page: Page, widths: readonly number[] = [320]): Promise<void> {
  const viewport = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    expect(await findOverflow(page), `elements that overflow at ${width} pixels`).toEqual([]);
  }
  if (viewport) await page.setViewportSize(viewport);
}

/** The legacy mode needs no second page; it only lacks frames of other origins, of which we have none. */
function axeOn(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode();
}

/** Ends every transition: halfway through one, contrast cannot be judged. */
async function setColorScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme });
  await page.evaluate(async (scheme) => {
    while (!matchMedia(`(prefers-color-scheme: ${scheme})`).matches) await new Promise(requestAnimationFrame);
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  }, colorScheme);
}

/** Rule, explanation and places of every violation. */
async function findViolations(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
  );
}

/** The innermost elements that overflow, where the page scrolls sideways. */
function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const pixels = document.documentElement.scrollWidth - window.innerWidth;
    if (pixels <= 0) return [];
    const elements = [...document.body.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > window.innerWidth)
      .map((element) => `${element.tagName} ${element.className}: ${(element.textContent ?? '').slice(0, 40)}`)
      .slice(-3);
    return [`the page, by ${pixels} pixels`, ...elements];
  });
}
