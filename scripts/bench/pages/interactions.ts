import type { Browser, Page } from '@playwright/test';
import { launchBrowser } from '../../../e2e/support/browser.ts';
import { storeSession, type Customer } from '../../../e2e/support/customer.ts';
import type { Product } from '../../../e2e/support/product.ts';
import { atMost, show, type Figure } from '../figure.ts';
import { inSmallShop } from '../environment/small-shop.ts';
import type { Scale } from '../environment/environment.ts';

const cpuSlowdown = 4;
/** The bound of "good" for Interaction to Next Paint is 200 ms; the product's own is stricter. */
const longestMs = 150;

interface Visit {
  path: string;
  as?: 'customer' | 'admin';
  /** Waits until the page reacts to input, then does what a visitor does there. */
  moves(page: Page): Promise<void>;
}

const visits: Visit[] = [
  {
    path: '/',
    moves: async (page) => {
      await page.getByRole('button', { name: 'Accept' }).click();
      await page.getByRole('button', { name: 'Pause' }).first().click();
      for (const question of await page.locator('summary').all()) await question.click();
      for (let tab = 0; tab < 10; tab += 1) await page.keyboard.press('Tab');
    },
  },
  {
    path: '/login',
    moves: async (page) => {
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByLabel('Email').pressSequentially('rosa@example.com');
      await page.getByLabel('Password', { exact: true }).pressSequentially('a lamp on the pier');
    },
  },
  {
    path: '/dashboard',
    as: 'customer',
    moves: async (page) => {
      await page
        .getByRole('button', { name: /^Actions for the set/ })
        .first()
        .click();
      await page.getByRole('button', { name: /History of the set/ }).click();
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      for (let tab = 0; tab < 10; tab += 1) await page.keyboard.press('Tab');
    },
  },
  {
    path: '/profile',
    as: 'customer',
    moves: async (page) => {
      await page.getByLabel('Name').first().pressSequentially(' Lind');
      await page.getByRole('button', { name: 'Save' }).first().click();
    },
  },
  {
    path: '/admin?tab=pricing',
    as: 'admin',
    moves: async (page) => {
      await page.getByLabel('Price of a photo').pressSequentially('1');
      await page
        .getByRole('group', { name: 'Discount for many photos' })
        .getByRole('button', { name: 'Add level' })
        .click();
    },
  },
];

/** L22: Interaction to Next Paint with the processor slowed down four times: the worst of each page. */
export function benchInteractions({ isTrial }: Pick<Scale, 'isTrial'>): Promise<Figure[]> {
  return inSmallShop(async ({ product, customer, admin }) => {
    const browser = await launchBrowser();
    try {
      const figures: Figure[] = [];
      for (const visit of isTrial ? visits.slice(0, 1) : visits) {
        const who = visit.as && { customer, admin }[visit.as];
        const ours = await worst(browser, product, visit, who);
        figures.push(
          atMost(`${visit.path}: slowest answer to a touch or key`, { ours, bound: longestMs, show: show.ms }),
        );
      }
      return figures;
    } finally {
      await browser.close();
    }
  });
}

async function worst(browser: Browser, product: Product, { path, moves }: Visit, who?: Customer): Promise<number> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    if (who) await storeSession(page, product, who, '/favicon.svg');
    await page.addInitScript(`(${observe.toString()})()`);
    await page.goto(product.url + path, { waitUntil: 'networkidle' });
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
    await moves(page);
    // After two frames the last interaction has been painted.
    await page.evaluate('new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(() => shown())))');
    return (await page.evaluate('window.slowest')) as number;
  } finally {
    await context.close();
  }
}

/** Runs in the page before its own scripts. The browser does not report events shorter than 16 ms. */
function observe(): void {
  Object.assign(window, { slowest: 0 });
  const answers = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
      if (entry.interactionId)
        Object.assign(window, { slowest: Math.max((window as never as { slowest: number }).slowest, entry.duration) });
  });
  answers.observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}
