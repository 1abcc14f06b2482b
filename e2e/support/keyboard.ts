import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';

const mostStops = 120;

/**
 * Presses Tab until `target` has the focus. Every focused element on the way must be visible: inside the window, not covered, and with a focus ring or
 * another indicator.
 */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.first().waitFor({ state: 'attached' });
  for (let stops = 0; stops < mostStops; stops += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press('Tab');
    assert.deepEqual(await faultsOfStop(page), [], `stop ${stops + 1} on the way to ${String(target)}`);
  }
  assert.fail(`${String(target)} is not reached within ${mostStops} stops`);
}

/** Reaches a field and replaces its content by typing. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}

/** Reaches a button or a link and presses Enter. */
export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

async function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluateAll((elements) => elements.some((element) => element === document.activeElement));
}

/** Why the focused element cannot be recognised, if so. */
function faultsOfStop(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || focused === document.body) return [];
    // A file input is drawn by its label.
    const shown = focused instanceof HTMLInputElement && focused.labels?.[0] ? [focused, focused.labels[0]] : [focused];
    // Wait for the end of smooth scrolling.
    for (let before = Number.NaN, resting = 0; resting < 3;) {
      await new Promise(requestAnimationFrame);
      const { top } = focused.getBoundingClientRect();
      resting = top === before ? resting + 1 : 0;
      before = top;
    }
    const name =
      focused.getAttribute('aria-label') ?? (focused.innerText || focused.getAttribute('name') || focused.tagName);
    const boxes = shown.map((element) => element.getBoundingClientRect());
    const inWindow = boxes.filter(
      ({ width, height, top, bottom }) => width > 1 && height > 1 && bottom > 0 && top < window.innerHeight,
    );
    if (inWindow.length === 0) return [`${name} is outside the window`];
    const isOnTop = inWindow.some(({ left, top, right, bottom }) => {
      const x = (Math.max(0, left) + Math.min(window.innerWidth, right)) / 2;
      const y = (Math.max(0, top) + Math.min(window.innerHeight, bottom)) / 2;
      const seen = document.elementFromPoint(x, y);
      return shown.some((element) => element === seen || element.contains(seen) || seen?.contains(element));
    });
    if (!isOnTop) return [`${name} is covered`];
    const isMarked = shown.some((element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0;
    });
    return isMarked ? [] : [`${name} shows no focus`];
  });
}
