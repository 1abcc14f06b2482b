import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';

/** The machine's Chromium, without its own calls home. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch(browserOptions());
}

/** How it is started, whichever way. */
export function browserOptions(): { executablePath?: string; args: string[] } {
  const executablePath = browserPath();
  return {
    ...(executablePath && { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  };
}

/** A page that collects what it should never say: console errors, failed scripts, violations of the content policy. */
export async function watchedPage(
  browser: Browser,
  options: { width?: number; height?: number; dark?: boolean; touch?: boolean } = {},
): Promise<{ page: Page; faults: string[] }> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1280, height: options.height ?? 900 },
    colorScheme: options.dark ? 'dark' : 'light',
    acceptDownloads: true,
    // A phone: used with the finger, and laid out as such.
    ...(options.touch && { hasTouch: true, isMobile: true }),
  });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text()))
      faults.push(`console: ${message.text()}`);
  });
  return { page, faults };
}

/** Runs work on a watched page; when it fails, says where the page stood and keeps a picture of it. */
export async function withPage(
  browser: Browser,
  work: (page: Page, faults: string[]) => Promise<void>,
  options: { width?: number; touch?: boolean } = {},
): Promise<void> {
  const { page, faults } = await watchedPage(browser, options);
  try {
    await work(page, faults);
  } catch (error) {
    const picture = join(tmpdir(), `keepsake-failure-${Date.now()}.png`);
    await page.screenshot({ path: picture });
    const text = (await page.locator('body').innerText()).replaceAll(/\s+/g, ' ').slice(0, 300);
    const seen = `At ${page.url()}: ${text}\nPicture: ${picture}; faults: ${faults.join(' | ') || 'none'}`;
    throw new Error(`${(error as Error).message}\n${seen}`, { cause: error });
  } finally {
    // What a test put in between may be at work on a request that nobody waits for any more.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
  }
}

function browserPath(): string | undefined {
  const given = process.env['CHROMIUM_PATH'];
  if (given) return given;
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const inPath = (process.env['PATH'] ?? '').split(':').flatMap((folder) => names.map((name) => join(folder, name)));
  const macs = [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ];
  return [...inPath, ...macs].find((path) => existsSync(path));
}
