import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';

const maxStops = 120;

/**
 * Presses Tab until `target` has the focus. Every focused element on the way must be visible: inside the window, not covered, and with a focus ring or
 * another indicator.
 */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.first().waitFor({ state: 'attached' });
  let stop = await target.evaluateAll(lookAtStop);
  for (let stops = 1; !stop.isReached && stops <= maxStops; stops += 1) {
    await page.keyboard.press('Tab');
    stop = await target.evaluateAll(lookAtStop);
    assert.deepEqual(stop.faults, [], `stop ${stops} on the way to ${String(target)}`);
  }
  assert.ok(stop.isReached, `${String(target)} is not reached within ${maxStops} stops`);
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

interface Stop {
  /** Whether one of the targets has the focus. */
  isReached: boolean;
  /** Why the focused element cannot be recognised, if so. */
  faults: string[];
}

/** Runs in the page: one call for each stop. */
async function lookAtStop(targets: Element[]): Promise<Stop> {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return { isReached: false, faults: [] };
  const isReached = targets.includes(focused);
  const answer = (...faults: string[]) => ({ isReached, faults });
  // A file input is drawn by its label.
  const shown = focused instanceof HTMLInputElement && focused.labels?.[0] ? [focused, focused.labels[0]] : [focused];
  // It may move on its way in, which a busy machine begins late.
  await new Promise(requestAnimationFrame);
  const moving = focused.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(moving.map(({ finished }) => finished));
  // Until it rests: the window may still scroll to it.
  for (let before = Number.NaN, top = Number.NaN; top !== before || Number.isNaN(top);) {
    await new Promise(requestAnimationFrame);
    before = top;
    top = focused.getBoundingClientRect().top;
  }
  const name =
    focused.getAttribute('aria-label') ?? (focused.innerText || focused.getAttribute('name') || focused.tagName);
  const boxes = shown.map((element) => element.getBoundingClientRect());
  const inWindow = boxes.filter(
    ({ width, height, top, bottom }) => width > 1 && height > 1 && bottom > 0 && top < window.innerHeight,
  );
  if (inWindow.length === 0) return answer(`${name} is outside the window`);
  const isOnTop = inWindow.some(({ left, top, right, bottom }) => {
    const x = (Math.max(0, left) + Math.min(window.innerWidth, right)) / 2;
    const y = (Math.max(0, top) + Math.min(window.innerHeight, bottom)) / 2;
    const seen = document.elementFromPoint(x, y);
    return shown.some((element) => element === seen || element.contains(seen) || seen?.contains(element));
  });
  if (!isOnTop) return answer(`${name} is covered`);
  const isMarked = shown.some((element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0;
  });
  return isMarked ? answer() : answer(`${name} shows no focus`);
}
