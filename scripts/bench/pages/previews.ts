import { availableParallelism } from 'node:os';
import { Worker as Thread } from 'node:worker_threads';
import type { Browser, Page, Worker } from '@playwright/test';
import { launchBrowser } from '../../../e2e/support/browser.ts';
import { memoryOfPages } from '../../../e2e/support/preview-page.ts';
import { startProduct } from '../../../e2e/support/product.ts';
import { familyPhoto, groupPhoto, portraits } from '../../../e2e/support/sample-photos.ts';
import type { Scale } from '../environment/environment.ts';
import { atLeast, atMost, type Figure, quantile, show } from '../figure.ts';

/** Milliseconds. */
const bounds = { firstFrame: 3000, nextEffect: 200, task: 50 };
const framesPerSecond = 24;
const maxMemory = 300 * 1024 * 1024;

const photos = { 'one face': portraits[0], 'five faces': familyPhoto };

/** L23: a visitor's photo on the landing page: the time to its first frame, what the page's own thread does meanwhile, frames and memory. */
export async function benchPreviews({ isTrial }: Pick<Scale, 'isTrial'>): Promise<Figure[]> {
  const product = await startProduct({ settings: { RATE_LIMIT: 'off', LOG_LEVEL: 'error' } });
  const browser = await launchBrowser();
  const rounds = isTrial ? 1 : 5;
  try {
    const figures: Figure[] = [];
    for (const [what, photo] of Object.entries(photos)) {
      const visits: Visit[] = [];
      for (let round = 0; round < rounds; round += 1) visits.push(await visit(browser, product.url, photo));
      const median = (part: 'cold' | 'warm' | 'next') =>
        quantile(
          visits.map((one) => one[part]),
          0.5,
        );
      const longest = Math.max(...visits.map(({ task }) => task));
      figures.push(
        atMost(`${what}: photo to first frame, empty cache`, timed(median('cold'), bounds.firstFrame)),
        atMost(`${what}: photo to first frame, the second photo`, timed(median('warm'), bounds.firstFrame)),
        atMost(`${what}: the next effect`, timed(median('next'), bounds.nextEffect)),
        atMost(`${what}: longest task of the page's own thread`, timed(longest, bounds.task)),
      );
    }
    const ours = await framesOnQuarter(browser, product.url);
    figures.push(
      atLeast('frames while a thread has a quarter of a processor', {
        ours,
        reference: framesPerSecond,
        least: 0.95,
        show: show.perSecond,
      }),
      atMost('memory of the pages after 20 previews', {
        ours: await memoryAfter(browser, product.url, isTrial ? 3 : 20),
        bound: maxMemory,
        show: show.megabytes,
      }),
    );
    return figures;
  } finally {
    await browser.close();
    await product.stop();
  }
}

function timed(ours: number, bound: number) {
  return { ours, bound, show: show.ms };
}

/** All in milliseconds. */
interface Visit {
  cold: number;
  warm: number;
  next: number;
  task: number;
}

async function visit(browser: Browser, url: string, photo: string): Promise<Visit> {
  const page = await openLanding(browser, url);
  try {
    const cold = await choosePhoto(page, photo);
    const next = await chooseEffect(page, 'Laugh');
    await choosePhoto(page, portraits[1]);
    const warm = await choosePhoto(page, photo);
    return { cold, warm, next, task: await page.evaluate(() => globalThis.watched.task) };
  } finally {
    await page.context().close();
  }
}

/** What the page keeps between two steps. */
interface Watched {
  /** When a photo or an effect was chosen, and when its first frame was there. */
  chosen: number;
  drawn: number;
  /** The longest task since the first photo was chosen. */
  task: number;
}

declare global {
  var watched: Watched;
}

async function openLanding(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(() => {
    globalThis.watched = { chosen: 0, drawn: 0, task: 0 };
    const { watched } = globalThis;
    addEventListener('change', () => Object.assign(watched, { chosen: performance.now(), drawn: 0 }), true);
    new MutationObserver(() => (watched.drawn ||= performance.now())).observe(document, {
      attributeFilter: ['data-drawn'],
      subtree: true,
    });
    new PerformanceObserver((list) => {
      if (watched.chosen === 0) return;
      for (const { startTime, duration } of list.getEntries())
        if (startTime + duration >= watched.chosen) watched.task = Math.max(watched.task, duration);
    }).observe({ type: 'longtask' });
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Accept' }).click();
  return page;
}

async function choosePhoto(page: Page, photo: string): Promise<number> {
  await page.locator('#try-it-photo').setInputFiles(photo);
  return firstFrame(page);
}

async function chooseEffect(page: Page, name: string): Promise<number> {
  await page.getByRole('radio', { name }).check({ force: true });
  return firstFrame(page);
}

async function firstFrame(page: Page): Promise<number> {
  const frame = await page.waitForFunction(() => {
    const { chosen, drawn } = globalThis.watched;
    return drawn > chosen && drawn - chosen;
  });
  return Number(await frame.jsonValue());
}

/** Frames per second of a group beside so many busy threads that each has a quarter of a processor. */
async function framesOnQuarter(browser: Browser, url: string): Promise<number> {
  const page = await openLanding(browser, url);
  const busy: Thread[] = [];
  try {
    await choosePhoto(page, familyPhoto);
    const worker = page.workers().find((one) => one.url().includes('preview.worker'));
    if (!worker) throw new Error('There is no worker.');
    await countFrames(worker);
    // Further faces of the group are searched for between its first frames.
    for (let second = 0; second < 20 && (await framesIn(worker, 1000)) < 0.95 * framesPerSecond;) second += 1;
    for (let thread = 0; thread < 4 * availableParallelism() - 1; thread += 1)
      busy.push(new Thread('for (;;) {}', { eval: true }));
    await framesIn(worker, 2000);
    return await framesIn(worker, 6000);
  } finally {
    await Promise.all(busy.map((thread) => thread.terminate()));
    await page.context().close();
  }
}

async function countFrames(worker: Worker): Promise<void> {
  await worker.evaluate(() => {
    const counted = { frames: 0 };
    Object.assign(globalThis, { counted });
    const put = OffscreenCanvasRenderingContext2D.prototype.putImageData;
    OffscreenCanvasRenderingContext2D.prototype.putImageData = function (
      this: OffscreenCanvasRenderingContext2D,
      ...given: unknown[]
    ) {
      counted.frames += 1;
      Reflect.apply(put, this, given);
    } as typeof put;
  });
}

/** Per second. */
function framesIn(worker: Worker, ms: number): Promise<number> {
  return worker.evaluate(async (time) => {
    const { counted } = globalThis as unknown as { counted: { frames: number } };
    const [start, before] = [performance.now(), counted.frames];
    await new Promise((resolve) => setTimeout(resolve, time));
    return ((counted.frames - before) / (performance.now() - start)) * 1000;
  }, ms);
}

/** Bytes. */
async function memoryAfter(browser: Browser, url: string, count: number): Promise<number> {
  const page = await openLanding(browser, url);
  try {
    const all = [...portraits, groupPhoto, familyPhoto];
    for (let round = 0; round < count; round += 1) await choosePhoto(page, all[round % all.length] ?? groupPhoto);
    return (await memoryOfPages(browser)) * 1024 * 1024;
  } finally {
    await page.context().close();
  }
}
