import axe from 'axe-core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { changeLanguage } from '../src/shared/texts/texts.ts';
import { lengthenTexts } from './text-files.ts';
import { drawIn, resizeTo } from './window.ts';

/**
 * Tests of a screen that `open` leads to: axe, and no text that overflows the narrowest screens. The full run adds dark colours, a wider screen,
 * English texts that are 40 % longer, and German, which has the longest. Journeys look at the other languages.
 */
export function testLooks(name: string, open: () => Promise<unknown>): void {
  test(`${name}: has no axe violations, and fits 320 pixels`, async () => {
    await openAt(open);
    expect(await findViolations('light', {}), 'axe violations').toEqual([]);
    await expectNoOverflow();
  });

  test(
    `${name}: has no axe violations in the dark, and fits 390 pixels, with longer texts and in another language too`,
    fullRun,
    async () => {
      await openAt(open);
      expect(await findViolations('dark', ofColours), 'axe violations').toEqual([]);
      await expectNoOverflow([390]);
      await changeLanguage('de');
      expect(document.documentElement.lang).toBe('de');
      await expectNoOverflow();
      // Files that draw a part alone begin with the texts as they are left.
      onTestFinished(() => lengthenTexts(0));
      lengthenTexts(0.4);
      await changeLanguage('en');
      await expectNoOverflow();
    },
  );
}

/** Axe needs timers. Those that a page begins while they stand still (stop-timers.ts) never run out. */
async function openAt(open: () => Promise<unknown>): Promise<void> {
  await open();
  vi.useRealTimers();
}

// What is found is named by its selector: its HTML would be written out for every element of every check.
axe.configure({ noHtml: true });

const fullRun = { tags: ['full'] };
/** What a colour scheme can change. */
const ofColours: axe.RunOptions = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

/** The page as it stands has no axe violations, light and dark. */
export async function expectAccessible(): Promise<void> {
  const found = { light: await findViolations('light', {}), dark: await findViolations('dark', ofColours) };
  expect(found, 'axe violations').toEqual({ light: [], dark: [] });
}

/** No element reaches beyond the right edge of the window, at any of these widths. */
export async function expectNoOverflow(widths: readonly number[] = [320]): Promise<void> {
  for (const width of widths) {
    await resizeTo(width, 800);
    expect(await findOverflow(), `elements that overflow at ${width} pixels`).toEqual([]);
  }
}

/** At these widths the page fits, no table has to be scrolled, and no column of one is so narrow that its words stand letter below letter. */
export async function expectReadableTables(widths: readonly number[]): Promise<void> {
  await expectNoOverflow(widths);
  for (const width of widths) {
    await resizeTo(width, 800);
    await drawn();
    const tables = [...document.querySelectorAll('table')].filter((table) => table.checkVisibility());
    const wide = tables.filter(({ parentElement: frame }) => frame && frame.scrollWidth > frame.clientWidth + 1);
    const names = wide.map(({ caption, parentElement }) => `${caption?.textContent}: ${parentElement?.scrollWidth}`);
    expect(names, `tables that scroll at ${width} pixels`).toEqual([]);
    const thin = tables
      .flatMap((table) => [...table.querySelectorAll('td')])
      .filter((cell) => (cell.textContent ?? '').length > 20 && cell.getBoundingClientRect().width < 90)
      .map((cell) => `${cell.dataset['title']}: ${cell.getBoundingClientRect().width}`);
    expect(thin, `columns that are too narrow at ${width} pixels`).toEqual([]);
  }
}

/** Rule, explanation and places of every violation. */
async function findViolations(scheme: 'light' | 'dark', options: axe.RunOptions): Promise<string[]> {
  await drawIn(scheme);
  await expect.poll(() => matchMedia(`(prefers-color-scheme: ${scheme})`).matches).toBe(true);
  const hide = showAll();
  await drawn();
  // Halfway through a transition, contrast cannot be judged: none begins where nothing is to move.
  expect(getComputedStyle(document.body).transitionProperty).toBe('none');
  const { violations } = await axe.run(document, { resultTypes: ['violations'], preload: false, ...options });
  hide();
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`).join(' | ')}`,
  );
}

/** Draws also what is out of sight: with `content-visibility: auto` it would keep the colours of the scheme before. */
function showAll(): () => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { content-visibility: visible !important; }');
  document.adoptedStyleSheets.push(sheet);
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  };
}

/** The innermost elements that overflow, where the page scrolls sideways. */
async function findOverflow(): Promise<string[]> {
  await drawn();
  const pixels = document.documentElement.scrollWidth - window.innerWidth;
  if (pixels <= 0) return [];
  const elements = [...document.body.querySelectorAll('*')]
    .filter((element) => element.getBoundingClientRect().right > window.innerWidth)
    .map((element) => `${element.tagName} ${element.className}: ${(element.textContent ?? '').slice(0, 40)}`)
    .slice(-3);
  return [`the page, by ${pixels} pixels`, ...elements];
}

async function drawn(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}
