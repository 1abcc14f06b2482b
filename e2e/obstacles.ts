import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What axe holds against a page as it stands, in both colour schemes; leaves it dark. */
export async function obstacles(page: Page): Promise<{ light: string[]; dark: string[] }> {
  await inScheme(page, 'light');
  const light = await violations(new AxeBuilder({ page }));
  await inScheme(page, 'dark');
  const dark = await violations(new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block']));
  return { light, dark };
}

/** Drawn in a colour scheme, with every change of colour at its end: halfway there is no contrast to be judged. */
async function inScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme });
  await page.waitForFunction((scheme) => matchMedia(`(prefers-color-scheme: ${scheme})`).matches, colorScheme);
  await page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** Pixels that stand out sideways. */
export async function overhang(page: Page, width: number): Promise<number> {
  await page.setViewportSize({ width, height: 800 });
  return page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    return document.documentElement.scrollWidth - window.innerWidth;
  });
}

/** Rule, explanation and places of everything that axe holds against the page. */
async function violations(axe: AxeBuilder): Promise<string[]> {
  const found = await axe.analyze();
  return found.violations.map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
  );
}

/** The elements that stand out sideways, where any do. */
export async function standingOut(page: Page, width: number): Promise<string[]> {
  if ((await overhang(page, width)) <= 0) return [];
  return page.evaluate(() =>
    [...document.body.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > window.innerWidth)
      .map((element) => `${element.tagName} ${element.className}: ${(element.textContent ?? '').slice(0, 40)}`)
      .slice(-3),
  );
}
