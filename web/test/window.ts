import { commands, page } from 'vitest/browser';

const phone = { width: 390, height: 844, scheme: 'light' as 'light' | 'dark' };
/** As it is now: a change takes a call of the browser, which most tests do without. */
let shown = phone;

export async function resizeTo(width: number, height: number): Promise<void> {
  if (shown.width === width && shown.height === height) return;
  shown = { ...shown, width, height };
  await page.viewport(width, height);
}

/** Draws the page in a colour scheme. */
export async function drawIn(scheme: 'light' | 'dark'): Promise<void> {
  if (shown.scheme === scheme) return;
  shown = { ...shown, scheme };
  await commands.emulateColorScheme(scheme);
}

/** A phone by day, as every test finds it. */
export async function resetWindow(): Promise<void> {
  await drawIn(phone.scheme);
  await resizeTo(phone.width, phone.height);
}
