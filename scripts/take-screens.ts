// Takes a screenshot of every screen, on a desktop (light) and on a phone (dark), into docs/screens, and lists them in docs/screens.md.
// `node scripts/take-screens.ts [name ...]` retakes chosen ones; needs the built web app and Chromium. The photos are drawn.
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { launchBrowser } from '../e2e/support/browser.ts';
import { storeSession, type Customer } from '../e2e/support/customer.ts';
import { startProduct } from '../e2e/support/product.ts';
import { screens, type Screen } from './screens/screens.ts';
import { setUp } from './screens/set-up.ts';

const target = join(import.meta.dirname, '../docs/screens');
const views = [
  { width: 390, scheme: 'dark' },
  { width: 1280, scheme: 'light' },
] as const;
/** Pixels: larger screenshots are shrunk, longer ones cut off, so that all of them together stay below 1.3 MB. */
const maxSize = { width: 760, height: 1200 };
const adminEmail = 'admin@example.com';

const wanted = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), 'keepsake-screens-'));
const [product, browser] = await Promise.all([
  startProduct({ settings: { POLL_INTERVAL_MS: '500', ADMIN_EMAIL: adminEmail } }),
  launchBrowser(),
]);
try {
  await mkdir(target, { recursive: true });
  const stage = await setUp(product, { adminEmail, folder });
  for (const screen of screens.filter(({ name }) => wanted.length === 0 || wanted.includes(name)))
    for (const view of views) await take(screen, view, stage);
  await writeList();
} finally {
  await browser.close();
  await product.stop();
  await rm(folder, { recursive: true, force: true });
}

async function take(
  screen: Screen,
  { width, scheme }: (typeof views)[number],
  stage: Awaited<ReturnType<typeof setUp>>,
): Promise<void> {
  const context = await browser.newContext({
    viewport: { width, height: width < 700 ? 844 : 860 },
    colorScheme: scheme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await signIn(page, screen, stage);
  await page.goto(stage.site.url + (typeof screen.path === 'string' ? screen.path : screen.path(stage)));
  await screen.act?.(page, stage);
  const fullPage = screen.isWhole ?? false;
  await page.evaluate(loadAll);
  await page.waitForFunction(imagesAreLoaded);
  const file = join(target, `${screen.name}-${width}-${scheme}.webp`);
  const shrunk = await sharp(await page.screenshot({ fullPage }))
    .resize({ width: maxSize.width, withoutEnlargement: true })
    .toBuffer({ resolveWithObject: true });
  const part = { left: 0, top: 0, width: shrunk.info.width, height: Math.min(shrunk.info.height, maxSize.height) };
  await sharp(shrunk.data).extract(part).webp({ quality: 40, effort: 6 }).toFile(file);
  await context.close();
}

/** Loads lazy images below the fold too. */
function loadAll(): void {
  for (const image of document.images) image.loading = 'eager';
}

/** Whether every visible image is loaded. */
function imagesAreLoaded(): boolean {
  return [...document.images].every(({ complete, offsetWidth }) => complete || offsetWidth === 0);
}

async function signIn(page: Page, { who }: Screen, stage: Awaited<ReturnType<typeof setUp>>): Promise<void> {
  const visitor: Customer | undefined = who && stage[who];
  if (visitor) return storeSession(page, stage.site, visitor);
  await page.goto(`${stage.site.url}/terms`);
  await page.evaluate(() => localStorage.setItem('cookieConsent', 'accepted'));
}

async function writeList(): Promise<void> {
  const files = await readdir(target);
  const parts = screens.map(({ name, title }) => {
    const shown = views.map(({ width, scheme }) => `${name}-${width}-${scheme}.webp`);
    const pictures = shown.filter((file) => files.includes(file)).map((file) => `![${title}](screens/${file})`);
    return `## ${title}\n\n${pictures.join('\n')}\n`;
  });
  const head =
    '# Screens\n\nEvery screen on a phone (390 pixels, dark) and on a desktop (1280 pixels, light), taken by `node scripts/take-screens.ts`. The photos are drawn.\n';
  await writeFile(join(target, '../screens.md'), `${head}\n${parts.join('\n')}`);
}
