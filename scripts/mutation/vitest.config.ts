import { join, matchesGlob, relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { areas } from './areas.ts';
import { warmPool } from './warm-pool.ts';

/** Stryker's copy of the tree, where the mutants are. */
const root = process.cwd();
const tests =
  areas.find(({ name }) => name === process.env['MUTATION_AREA'])?.tests ?? areas.flatMap((area) => area.tests);

/** Test files in the order in which the area lists them. */
class AsListed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) =>
      tests.findIndex((glob) => matchesGlob(relative(root, moduleId), glob));
    return files.toSorted((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  root,
  plugins: [
    {
      name: 'warm-pool',
      // Stryker overrides the option `pool`.
      configureVitest: ({ project }) =>
        void Object.assign(project.config, { pool: warmPool.name, poolRunner: warmPool }),
    },
  ],
  // The workspaces' links in node_modules lead out of the copy, to files without mutants.
  resolve: { alias: [{ find: /^@keepsake\/(\w+)\/(.*)$/, replacement: join(root, '$1/src/$2.ts') }] },
  test: {
    include: tests,
    isolate: false,
    sequence: { sequencer: AsListed },
    globalSetup: ['server/test/global-setup.ts'],
    setupFiles: ['scripts/mutation/warm-setup.ts', 'server/test/setup-file.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    testTimeout: 40_000,
    hookTimeout: 40_000,
  },
});
