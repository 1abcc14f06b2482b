import { defineConfig } from 'vitest/config';
import { ResultsReporter } from './scripts/test/results-reporter.ts';
import { SlowFirst } from './scripts/test/slow-first.ts';
import { web } from './web/vitest.browser.config.ts';

/** `npm test` leaves out the variations, which carry the tag `full`; `FULL=only` runs nothing else, `FULL=1` both. */
const full = process.env['FULL'];
const tags = {
  tags: [{ name: 'full', description: 'A variation of a promise that another test holds.' }],
  tagsFilter: full === 'only' ? ['full'] : full ? [] : ['!full'],
};

const results = process.env['UNIT_RESULTS'];
/** Node.js loads the modules itself, with a cache that all processes of a run share. Not where files change, which Vite notices. */
const native = results === undefined ? {} : { experimental: { viteModuleRunner: false, nodeLoader: false } };

/**
 * What runs in Node, in one pool of worker processes. Files that share a process share the modules it has loaded; every file has
 * databases, folders and ports of its own. Most tests wait for something, so there are more workers than cores.
 */
const inNode = {
  ...tags,
  pool: 'forks' as const,
  // Fewer and shorter collections of garbage, for memory that a machine with two cores has.
  execArgv: ['--min-semi-space-size=16', '--max-semi-space-size=32'],
  isolate: false,
  globalSetup: ['server/test/global-setup.ts'],
  setupFiles: ['server/test/setup-file.ts'],
  restoreMocks: true,
  unstubGlobals: true,
  testTimeout: 300_000,
  hookTimeout: 300_000,
  teardownTimeout: 20_000,
};

export default defineConfig({
  test: {
    ...tags,
    // `npm test` says where its report goes.
    reporters: ['default', ...(results === undefined ? [] : [new ResultsReporter(results)])],
    maxWorkers: 6,
    // With `SHUFFLED=1` in a random order, to find files that depend on what ran before them in their process or page.
    sequence: process.env['SHUFFLED'] ? { shuffle: { files: true, tests: false } } : { sequencer: SlowFirst },
    attachmentsDir: 'node_modules/.cache/vitest-attachments',
    slowTestThreshold: 5_000,
    projects: [
      { test: { ...inNode, ...native, name: 'faults', include: ['e2e/{faults,scale}/**/*.test.ts', 'e2e/*.test.ts'] } },
      { test: { ...inNode, ...native, name: 'http', include: ['{server,sandbox}/**/*.test.ts'] } },
      { test: { ...inNode, ...native, name: 'renderer', include: ['renderer/**/*.test.ts'] } },
      { test: { ...inNode, name: 'unit', include: ['{contract,web,art,scripts}/**/*.test.ts'] } },
      {
        ...web,
        test: {
          ...web.test,
          env: { TRANSLATED: process.env['TRANSLATED'] ?? '', DELAYED: process.env['DELAYED'] ?? '' },
        },
      },
    ],
  },
});
