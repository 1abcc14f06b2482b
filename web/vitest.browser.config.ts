import path from 'node:path';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import type { TestProjectInlineConfiguration } from 'vitest/config';
import { pictograms } from './scripts/pictograms.ts';
import { textsVersion } from './scripts/texts-version.ts';
import { chromium } from './test/chromium.ts';
import { emulateColorScheme } from './test/commands.ts';

const root = import.meta.dirname;

/** What a screen can look like, in Chromium: real pages, texts and styles, and answers that each test chooses (test/render-page.tsx). */
export const web: TestProjectInlineConfiguration = {
  root,
  plugins: [react(), pictograms()],
  publicDir: path.join(root, 'public'),
  cacheDir: path.join(root, '../node_modules/.cache/vite-web-tests'),
  define: {
    __TEXTS_VERSION__: JSON.stringify(textsVersion(path.join(root, 'public', 'locales'))),
  },
  // All of them: one that is found later loads the page again in the middle of a test.
  optimizeDeps: {
    include: [
      '@tanstack/react-query',
      '@tensorflow/tfjs-backend-wasm',
      '@tensorflow/tfjs-converter',
      '@tensorflow/tfjs-core',
      'axe-core',
      'clsx',
      'idb-keyval',
      'lucide-react',
      'react',
      'react-dom',
      'react-dom/client',
      'react-router',
      'react-router/dom',
      'react/jsx-dev-runtime',
      'react/jsx-runtime',
      'uqr',
      'zod/mini',
      'zustand',
    ],
  },
  test: {
    name: 'web',
    include: ['src/**/*.browser.test.tsx'],
    setupFiles: ['test/set-up-page.ts'],
    // One document for all files of a worker: the modules are loaded once, and render-page.tsx leaves nothing behind.
    isolate: false,
    // Pages wait for frames and answers for a third of their time: more of them than cores.
    maxWorkers: 3,
    restoreMocks: true,
    unstubGlobals: true,
    // After the projects in Node, which share their workers.
    sequence: { groupOrder: 1 },
    // For a machine that does other things too.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000, interval: 25 } },
    browser: {
      enabled: true,
      headless: true,
      ui: false,
      provider: playwright({
        // Fewer collections of garbage, by the page's own thread.
        launchOptions: {
          ...chromium,
          args: [...chromium.args, '--js-flags=--max-semi-space-size=64 --single-threaded-gc'],
        },
        contextOptions: { reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'UTC' },
        actionTimeout: 30_000,
      }),
      instances: [{ browser: 'chromium', name: 'web' }],
      locators: { errorFormat: 'aria' },
      viewport: { width: 390, height: 844 },
      screenshotDirectory: path.join(root, '../node_modules/.cache/web-test-screenshots'),
      dependencySourcemaps: false,
      traceView: false,
      commands: { emulateColorScheme },
    },
  },
};
