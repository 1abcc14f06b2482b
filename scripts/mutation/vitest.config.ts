import { readFileSync } from 'node:fs';
import { join, matchesGlob, relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { areas } from './areas.ts';
import { warmPool } from './warm-pool.ts';

/** Stryker's copy of the tree, where the mutants are. */
const root = process.cwd();
const tests =
  areas.find(({ name }) => name === process.env['MUTATION_AREA'])?.tests ?? areas.flatMap((area) => area.tests);

/** What a workspace exports, as aliases: `@keepsake/contract/money` → `<copy>/contract/src/money.ts`. */
function exportsOf(workspace: string): { find: RegExp; replacement: string }[] {
  const { exports } = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8')) as {
    exports: Record<string, string>;
  };
  return Object.entries(exports).map(([name, file]) => ({
    find: new RegExp(`^@keepsake/${workspace}/${name.slice('./'.length).replace('*', '(.+)')}$`),
    replacement: join(root, workspace, file.replace('*', '$1')),
  }));
}

/** Test files in the order in which the area lists them. */
class AsListed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) =>
      tests.findIndex((glob) => matchesGlob(relative(root, moduleId), glob));
    return files.toSorted((a, b) => place(a) - place(b));
  }
}

/** As in `npm test`. */
const withoutVariations = { tags: [{ name: 'full' }], tagsFilter: ['!full'] };

export default defineConfig({
  root,
  plugins: [
    {
      name: 'warm-pool',
      // Stryker overrides the option `pool`.
      configureVitest: ({ project }) =>
        void Object.assign(project.config, { pool: warmPool.name, poolRunner: warmPool }),
    },
    {
      name: 'prepare-always',
      // A statement that is compiled once would stay that of an earlier mutant of the same process.
      transform(code, id) {
        if (!id.endsWith('/platform/database/prepared.ts')) return undefined;
        if (!code.includes('compiled ??='))
          throw new Error('prepared.ts compiles otherwise: see scripts/mutation/vitest.config.ts');
        return code.replace('compiled ??=', 'compiled =');
      },
    },
  ],
  // The workspaces' links in node_modules lead out of the copy, to files without mutants.
  resolve: { alias: ['contract', 'renderer', 'sandbox'].flatMap(exportsOf) },
  test: {
    include: tests,
    isolate: false,
    sequence: { sequencer: AsListed },
    globalSetup: ['server/test/global-setup.ts'],
    setupFiles: ['scripts/mutation/warm-setup.ts', 'server/test/setup-file.ts'],
    ...withoutVariations,
    restoreMocks: true,
    unstubGlobals: true,
    testTimeout: 40_000,
    hookTimeout: 40_000,
  },
});
