import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { browserOptions } from './support/browser.ts';
import type { WorkerOptions } from './support/fixtures.ts';

/** Kept out of Git: results, traces and screenshots of the last run. */
const outputDir = join(import.meta.dirname, '../node_modules/.cache/keepsake-journeys');

/** Journeys with a product of their own start first: the many that share one then fill both workers until the end. */
const ownProduct = ['admin-money', 'admin-settings', 'order-journey', 'photo-advice', 'video-config'].map(
  (name) => `${name}.spec.ts`,
);

const full = process.env['FULL'];
const jsonFile = process.env['PLAYWRIGHT_JSON'];

// `FULL=1` also runs the variations that are tagged @full; `FULL=only` runs them alone.
export default defineConfig<object, WorkerOptions>({
  testDir: import.meta.dirname,
  outputDir,
  globalSetup: '../server/test/global-setup.ts',
  projects: [
    { name: 'own product', testMatch: ownProduct },
    { name: 'shared product', testMatch: '*.spec.ts', testIgnore: ownProduct },
  ],
  ...(full === 'only' && { grep: /@full/ }),
  ...(!full && { grepInvert: /@full/ }),
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ...(jsonFile ? [['json', { outputFile: jsonFile }] as const] : [])],
  use: {
    launchOptions: browserOptions(),
    viewport: { width: 1280, height: 900 },
    // Running films and animations take half of the processor. Tests of motion turn it on.
    contextOptions: { reducedMotion: 'reduce' },
    // Without a film of the page, which costs a fifth of the processor. Its state at every step costs a tenth, and is there when a few
    // journeys run, as when a failed one runs again.
    trace: { mode: 'retain-on-failure', snapshots: !process.env['LEAN_TRACES'], screenshots: false, sources: false },
    screenshot: 'only-on-failure',
  },
});
