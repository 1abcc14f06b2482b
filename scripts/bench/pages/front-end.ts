import type { Browser } from '@playwright/test';
import { launchBrowser } from '../../../e2e/support/browser.ts';
import { addCustomer } from '../environment/fill-database.ts';
import { atMost, quantile, show, type Figure } from '../figure.ts';
import { withEnvironment, type Scale } from '../environment/environment.ts';

/** A mid-range phone on a slow 4G connection, as Lighthouse emulates it. */
const phone = { width: 412, height: 823 };
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6e6 / 8) * 0.9,
  uploadThroughput: (0.75e6 / 8) * 0.9,
};
const cpuSlowdown = 4;

/** Web vitals of one visit with an empty cache; times in milliseconds. */
interface Visit {
  /** Largest Contentful Paint. */
  largest: number;
  /** Total Blocking Time: the parts of long tasks beyond 50 ms. */
  blocked: number;
  /** Cumulative Layout Shift. */
  shift: number;
}

/** L19: the pages on a phone with an empty cache: the median of several visits. */
export function benchFrontEnd({ isTrial, ...scale }: Scale): Promise<Figure[]> {
  return withEnvironment({ isTrial, ...scale }, async ({ databaseUrl, startProduct }) => {
    const { token } = await addCustomer(databaseUrl, { sets: 5, photosPerSet: 2 });
    const { url } = await startProduct();
    const browser = await launchBrowser();
    try {
      const figures: Figure[] = [];
      for (const [name, path, largest, blocked, shift] of [
        ['landing page', '/', 1800, 100, 0.02],
        ['terms', '/terms', 1800, 100, 0.02],
        ['sign-in page', '/login', 2500, 200, 0.05],
        ['dashboard', '/dashboard', 2500, 200, 0.05],
      ] as const) {
        const visits: Visit[] = [];
        for (let round = 0; round < (isTrial ? 1 : 5); round += 1)
          visits.push(await visit(browser, url + path, path === '/dashboard' ? token : null));
        const median = (part: keyof Visit) =>
          quantile(
            visits.map((one) => one[part]),
            0.5,
          );
        figures.push(
          atMost(`${name} on a phone: largest part there`, { ours: median('largest'), bound: largest, show: show.ms }),
          atMost(`${name} on a phone: blocked`, { ours: median('blocked'), bound: blocked, show: show.ms }),
          atMost(`${name} on a phone: layout shift`, {
            ours: median('shift'),
            bound: shift,
            show: (value) => value.toFixed(3),
          }),
        );
      }
      return figures;
    } finally {
      await browser.close();
    }
  });
}

async function visit(browser: Browser, address: string, token: string | null): Promise<Visit> {
  const context = await browser.newContext({
    viewport: phone,
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  });
  try {
    const page = await context.newPage();
    await page.addInitScript(`(${observe.toString()})(${JSON.stringify(token)})`);
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', network);
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    return (await page.evaluate('window.visit')) as Visit;
  } finally {
    await context.close();
  }
}

/** Runs in the page before its own scripts. */
function observe(token: string | null): void {
  const visited = { largest: 0, blocked: 0, shift: 0 };
  Object.assign(window, { visit: visited });
  if (token !== null) localStorage.setItem('token', token);
  if (token !== null) localStorage.setItem('userData', JSON.stringify({ name: 'Rosa Lind', role: 'User' }));
  const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  watch('largest-contentful-paint', ({ startTime }) => (visited.largest = startTime));
  watch('longtask', ({ duration }) => (visited.blocked += Math.max(0, duration - 50)));
  watch('layout-shift', (entry) => (visited.shift += (entry as PerformanceEntry & { value: number }).value));
}
