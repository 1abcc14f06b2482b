import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { browserOptions } from '../../../e2e/support/browser.ts';
import { type Customer, storeSession } from '../../../e2e/support/customer.ts';
import type { Product } from '../../../e2e/support/product.ts';
import { freePort } from '../../../server/src/platform/network/free-port.ts';
import type { Scale } from '../environment/environment.ts';
import { inSmallShop } from '../environment/small-shop.ts';
import { type Figure, quantile } from '../figure.ts';

/** Least score of each category, from 0 to 100; other categories are not measured. */
type Targets = Partial<Record<'performance' | 'accessibility' | 'best-practices' | 'seo', number>>;

const publicPage: Targets = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
const appPage: Targets = { performance: 90, accessibility: 100, 'best-practices': 96 };

const pages: { path: string; as?: 'customer' | 'admin'; isDesktop?: boolean; targets: Targets }[] = [
  { path: '/', targets: publicPage },
  { path: '/', targets: publicPage, isDesktop: true },
  { path: '/terms', targets: publicPage },
  { path: '/login', targets: appPage },
  { path: '/dashboard', as: 'customer', targets: appPage },
  { path: '/process', as: 'customer', targets: appPage },
  { path: '/profile', as: 'customer', targets: appPage },
  { path: '/admin', as: 'admin', targets: appPage },
];

/** L21: Lighthouse scores, on its emulated phone unless `isDesktop`: the median of several first visits. */
export async function benchLighthouse({ isTrial }: Pick<Scale, 'isTrial'>): Promise<Figure[]> {
  const lighthouse = await installLighthouse();
  return inSmallShop(async ({ product, customer, admin }) => {
    const figures: Figure[] = [];
    for (const { path, as, isDesktop = false, targets } of isTrial ? pages.slice(0, 1) : pages) {
      const who = as && { customer, admin }[as];
      const visits: Record<string, number>[] = [];
      for (let round = 0; round < (isTrial ? 1 : 3); round += 1)
        visits.push(await audit(lighthouse, product, { path, who, isDesktop, targets }, 3));
      for (const [category, least] of Object.entries(targets)) {
        const score = quantile(
          visits.map((visit) => visit[category] ?? 0),
          0.5,
        );
        figures.push({
          what: `Lighthouse: ${category} of ${path}${isDesktop ? ' on a desktop' : ''}`,
          ours: String(score),
          baseline: '–',
          target: `≥ ${least}`,
          passes: score >= least,
        });
      }
    }
    return figures;
  });
}

/** One visit with an empty cache. @returns the score of each category, from 0 to 100 */
async function audit(
  lighthouse: Lighthouse,
  product: Product,
  visit: { path: string; who: Customer | undefined; isDesktop: boolean; targets: Targets },
  tries: number,
): Promise<Record<string, number>> {
  const { path, who, isDesktop, targets } = visit;
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-lighthouse-'));
  const port = await freePort();
  const url = product.url + path;
  const options = browserOptions();
  const context = await chromium.launchPersistentContext(folder, {
    ...options,
    args: [...options.args, `--remote-debugging-port=${port}`],
  });
  try {
    // By way of a file that loads nothing else, so that the visit is a first visit.
    if (who) await storeSession(await context.newPage(), product, who, '/favicon.svg');
    const flags = { port, onlyCategories: Object.keys(targets), disableStorageReset: true, logLevel: 'error' } as const;
    const result = await lighthouse.default(url, flags, isDesktop ? lighthouse.desktopConfig : undefined);
    // Lighthouse's own advice for this error, a trace that began too late, is to run it again.
    if (result?.lhr.runtimeError?.code === 'NO_NAVSTART' && tries > 1)
      return await audit(lighthouse, product, visit, tries - 1);
    if (!result || result.lhr.runtimeError) throw new Error(`${url}: ${result?.lhr.runtimeError?.message}`);
    const { categories, audits, finalDisplayedUrl } = result.lhr;
    if (new URL(finalDisplayedUrl).pathname !== new URL(url).pathname)
      throw new Error(`${url} led to ${finalDisplayedUrl}`);
    for (const [name, { score, auditRefs }] of Object.entries(categories)) {
      if (score === 1 || name === 'performance') continue;
      const lost = auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1);
      process.stdout.write(`${url}, ${name}: ${lost.map(({ id }) => audits[id]?.title).join('; ')}\n`);
    }
    return Object.fromEntries(
      Object.entries(categories).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
    );
  } finally {
    await context.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const folder = join(import.meta.dirname, '../lighthouse');

/** The part of Lighthouse's API that is used here. */
interface Lighthouse {
  default(
    url: string,
    flags: { port: number; onlyCategories: readonly string[]; disableStorageReset: boolean; logLevel: 'error' },
    config?: object,
  ): Promise<LighthouseResult | undefined>;
  desktopConfig: object;
}

interface LighthouseResult {
  lhr: {
    finalDisplayedUrl: string;
    runtimeError?: { code: string; message: string };
    /** Scores are from 0 to 1. */
    categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
    audits: Record<string, { score: number | null; title: string }>;
  };
}

/** Lighthouse is large and used here alone, so it is installed by its own lockfile on first use. */
async function installLighthouse(): Promise<Lighthouse> {
  const entry = join(folder, 'node_modules/lighthouse/core/index.js');
  if (!existsSync(entry)) {
    process.stdout.write('Installing Lighthouse (once) …\n');
    const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
      stdio: 'inherit',
    });
    if (status !== 0) throw new Error('Lighthouse could not be installed');
  }
  return (await import(pathToFileURL(entry).href)) as Lighthouse;
}
