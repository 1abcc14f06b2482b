import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The page as it stands has no axe violations, light and dark; leaves it dark. `what` names it in the error. */
export async function expectAccessible(page: Page, what = 'the page'): Promise<void> {
  const light = await findViolations(page, 'light', {});
  const dark = await findViolations(page, 'dark', { runOnly: ['color-contrast', 'link-in-text-block'] });
  expect.soft({ light, dark }, `axe violations: ${what}`).toEqual({ light: [], dark: [] });
}

/** No element reaches beyond the right edge of the window, at any of these widths. `what` names the page in the error. */
export async function expectNoOverflow(
  page: Page,
  widths: readonly number[] = [320],
  what = 'the page',
): Promise<void> {
  const viewport = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    expect.soft(await findOverflow(page), `elements that overflow at ${width} pixels: ${what}`).toEqual([]);
  }
  if (viewport) await page.setViewportSize(viewport);
}

/**
 * Rule, explanation and places of every violation. Axe is run directly: `@axe-core/playwright` also hands over everything that is right,
 * which takes four times as long.
 */
async function findViolations(page: Page, colorScheme: 'light' | 'dark', options: RunOptions): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme });
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axeSource);
  await page.evaluate(untilDrawn, colorScheme);
  return page.evaluate(async (given) => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } };
    const { violations } = await axe.run({ resultTypes: ['violations'], ...given });
    return violations.map(
      ({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
    );
  }, options);
}

/** Runs in the page. Takes every transition to its end: halfway through one, contrast cannot be judged. */
async function untilDrawn(colorScheme: string): Promise<void> {
  const nextFrame = () => new Promise(requestAnimationFrame);
  while (!matchMedia(`(prefers-color-scheme: ${colorScheme})`).matches) await nextFrame();
  // A text begins its own transition when its parent's ends.
  for (let restingFrames = 0; restingFrames < 2; restingFrames += 1) {
    await nextFrame();
    const running = document
      .getAnimations()
      .filter(
        ({ effect, playState, timeline }) =>
          playState === 'running' && timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity,
      );
    if (running.length > 0) restingFrames = -1;
    for (const animation of running) animation.finish();
  }
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
