import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const workspaces = ['contract', 'server', 'web', 'renderer', 'sandbox', 'art', 'e2e'];
const sources = workspaces.map((name) => (name === 'e2e' ? name : `${name}/src`));

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

describe('import rules', () => {
  test('hold for the whole tree, and the tool has read every module', async () => {
    const report = await cruise(root);
    assert.deepEqual(report.violations, []);
    const files = globSync(
      sources.map((folder) => `${folder}/**/*.{ts,tsx}`),
      { cwd: root, exclude: ['**/node_modules/**'] },
    );
    assert.ok(report.modules >= files.length, `${report.modules} modules read of ${files.length} files`);
  });

  // One planted violation per rule: [rule, file, its text, more files]. They share one tree, in which `a.ts` and `b.ts` get distinct names.
  const planted: [string, string, string, Record<string, string>?][] = [
    ['contract-imports-zod-only', 'contract/src/a.ts', "import 'pg';"],
    ['web-never-imports-server', 'web/src/a.ts', "import '../../server/src/b.ts';", { 'server/src/b.ts': '' }],
    [
      'web-imports-the-core-of-the-renderer-alone',
      'web/src/a.ts',
      "import '../../renderer/src/node/b.ts';",
      { 'renderer/src/node/b.ts': '' },
    ],
    ['server-never-imports-web', 'server/src/a.ts', "import '../../web/src/b.ts';", { 'web/src/b.ts': '' }],
    [
      'renderer-knows-nothing-of-ours',
      'renderer/src/a.ts',
      "import '../../contract/src/b.ts';",
      { 'contract/src/b.ts': '' },
    ],
    [
      'renderer-folders-in-order',
      'renderer/src/core/picture/a.ts',
      "import '../rig/b.ts';",
      { 'renderer/src/core/rig/b.ts': '' },
    ],
    [
      'renderer-core-is-pure',
      'renderer/src/core/picture/a.ts',
      "import '../../node/photo/b.ts';",
      { 'renderer/src/node/photo/b.ts': '' },
    ],
    ['renderer-core-is-pure', 'renderer/src/core/picture/a.ts', "import 'node:fs';"],
    ['renderer-core-is-pure', 'renderer/src/core/picture/a.ts', "import 'sharp';"],
    [
      'sandbox-imports-nothing-of-ours',
      'sandbox/src/a.ts',
      "import '../../contract/src/b.ts';",
      { 'contract/src/b.ts': '' },
    ],
    ['art-imports-the-renderer-alone', 'art/src/a.ts', "import '../../server/src/b.ts';", { 'server/src/b.ts': '' }],
    ['product-imports-no-art', 'web/src/a.ts', "import '../../art/src/b.ts';", { 'art/src/b.ts': '' }],
    [
      'only-providers-import-the-renderer',
      'server/src/features/films/a.ts',
      "import '../../../../renderer/src/b.ts';",
      { 'renderer/src/b.ts': '' },
    ],
    [
      'only-the-entry-starts-the-sandbox',
      'server/src/features/payment/a.ts',
      "import '../../../../sandbox/src/b.ts';",
      { 'sandbox/src/b.ts': '' },
    ],
    [
      'platform-and-providers-know-no-feature',
      'server/src/platform/a.ts',
      "import '../features/photos/b.ts';",
      { 'server/src/features/photos/b.ts': '' },
    ],
    [
      'queries-import-only-database-and-contract',
      'server/src/features/photos/a.queries.ts',
      "import './b.ts';",
      { 'server/src/features/photos/b.ts': '' },
    ],
    [
      'routes-only-from-app',
      'server/src/features/photos/a.ts',
      "import './photos.routes.ts';",
      { 'server/src/features/photos/photos.routes.ts': '' },
    ],
    ['queue-library-in-one-place', 'server/src/features/photos/a.ts', "import 'graphile-worker';"],
    ['payment-library-in-one-place', 'server/src/features/payment/a.ts', "import 'stripe';"],
    ['mail-library-in-one-place', 'server/src/features/notifications/a.ts', "import 'nodemailer';"],
    ['metrics-library-in-one-place', 'server/src/features/monitoring/a.ts', "import 'prom-client';"],
    ['object-store-library-in-one-place', 'server/src/features/photos/a.ts', "import '@aws-sdk/client-s3';"],
    ['photos-decoded-in-processes-of-their-own', 'server/src/features/photos/a.ts', "import 'sharp';"],
    [
      'web-ui-and-shared-know-no-feature',
      'web/src/ui/a.ts',
      "import '../features/photos/b.ts';",
      { 'web/src/features/photos/b.ts': '' },
    ],
    [
      'web-features-know-no-page',
      'web/src/features/photos/a.ts',
      "import '../../pages/b.ts';",
      { 'web/src/pages/b.ts': '' },
    ],
    [
      'web-features-follow-their-order',
      'web/src/features/photos/a.ts',
      "import '../payment/b.ts';",
      { 'web/src/features/payment/b.ts': '' },
    ],
    ...readdirSync(join(root, 'server/src/features')).map((name): (typeof planted)[number] => [
      `features-above-${name}`,
      `server/src/features/${name}/a.ts`,
      "import '../above/b.ts';",
      { 'server/src/features/above/b.ts': '' },
    ]),
    [
      'features-above-photos',
      'server/src/features/photos/a.ts',
      "import '../films/b.ts';",
      { 'server/src/features/films/b.ts': '' },
    ],
    [
      'web-features-have-their-place',
      'web/src/pages/a.ts',
      "import '../features/novelty/b.ts';",
      { 'web/src/features/novelty/b.ts': '' },
    ],
    ['no-full-zod-in-web-and-contract', 'contract/src/a.ts', "import 'zod';"],
    ['no-cycles', 'server/src/a.ts', "import './b.ts';", { 'server/src/b.ts': "import './a.ts';" }],
    ['no-unresolved', 'server/src/a.ts', "import './missing.ts';"],
    ['no-index-files', 'server/src/a.ts', "import './b/index.ts';", { 'server/src/b/index.ts': '' }],
    ['no-names-that-say-nothing', 'server/src/a.ts', "import './utils/b.ts';", { 'server/src/utils/b.ts': '' }],
  ];
  const own = (at: number, text: string) => text.replaceAll(/\b[ab](?=\.ts|\.queries\.ts|\/index)/g, `$&${at}`);
  const cases = planted.map(([rule, path, text, more = {}], at) => ({
    rule,
    path: own(at, path),
    files: Object.fromEntries(
      [[path, text], ...Object.entries(more)].map(
        (file) => file.map((part) => own(at, part ?? '')) as [string, string],
      ),
    ),
  }));
  let found: Violation[];
  beforeAll(async () => {
    found = (await cruise(plant(Object.assign({}, ...cases.map(({ files }) => files))))).violations;
  });
  for (const { rule, path, files } of cases) {
    test(`${rule}: a planted violation is found`, () => {
      const here = found.filter(({ from }) => from in files);
      assert.ok(
        here.some((violation) => violation.rule === rule && violation.from === path),
        `found: ${JSON.stringify(here)}`,
      );
    });
  }

  test('every rule has its planted violation', () => {
    const text = readFileSync(join(root, '.dependency-cruiser.cjs'), 'utf8');
    const rules = [...text.matchAll(/(?:rule\(\s*|name: )'([a-z-]+)'/g)].map((match) => match[1]);
    const named = planted.map(([rule]) => rule).filter((rule) => !rule.startsWith('features-above-'));
    assert.deepEqual(new Set(named), new Set(rules));
  });
});

describe('lint', () => {
  const planted: [string, string][] = [
    ['no-explicit-any', 'export const a: any = 1;'],
    ['no-floating-promises', 'async function f() {}\nexport function g() { f(); }'],
    ['no-default-export', 'export default 1;'],
    ['no-process-env', 'export const a = process.env.A;'],
    ['no-empty', 'export function f() { try { f(); } catch {} }'],
    ['TS2322', 'export const a: string = [1][0];'],
    ['max-lines', Array.from({ length: 402 }, (_, i) => `export const a${i} = ${i};`).join('\n')],
  ];
  let status: number;
  let printed: string;
  beforeAll(async () => {
    const folder = plant({
      ...Object.fromEntries(planted.map(([rule, text]) => [`server/src/${rule}.ts`, text])),
      'server/tsconfig.json': readFileSync(join(root, 'server/tsconfig.json'), 'utf8'),
    });
    const unix = ['--type-aware', '--type-check', '--deny-warnings', '--format', 'unix', 'server'];
    ({ status, stdout: printed } = await tool(folder, 'oxlint', unix));
  });
  for (const [rule] of planted) {
    test(`${rule}: a planted violation is an error`, () => {
      assert.equal(status, 1);
      assert.match(printed, new RegExp(`server/src/${rule}\\.ts:.*\\[Error/.*\\(${rule}\\)\\]`));
    });
  }
});

test('types: a planted violation is an error', async () => {
  const folder = plant({
    'contract/src/a.ts': 'export const a: string = [1][0];',
    'contract/tsconfig.json': readFileSync(join(root, 'contract/tsconfig.json'), 'utf8'),
  });
  const { status, stdout } = await tool(folder, '../typescript-native/bin/tsc', ['-p', 'contract']);
  assert.notEqual(status, 0);
  assert.match(stdout, /a\.ts\(1,14\): error TS2322/);
});

test('format: a planted violation is an error', async () => {
  const folder = plant({ 'contract/src/a.ts': 'export const a = "x"' });
  assert.notEqual((await tool(folder, 'oxfmt', ['--check', 'contract'])).status, 0);
});

test('no file is called index and no folder has a meaningless name', () => {
  const files = globSync(`{${workspaces.join(',')},scripts}/**/*.{ts,tsx,mjs}`, {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**'],
  });
  const wrong = files.filter((path) =>
    /(^|\/)index\.tsx?$|(^|\/)(utils|helpers|common|types|services)(\/|\.tsx?$)/.test(path),
  );
  assert.deepEqual(wrong, []);
  assert.deepEqual(
    files.filter((path) => /[A-Z_]/.test(path)),
    [],
    'names are kebab-case',
  );
});

interface Violation {
  rule: string;
  from: string;
  to: string;
}

async function cruise(folder: string): Promise<{ violations: Violation[]; modules: number }> {
  const options = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json'];
  const { stdout } = await tool(folder, 'depcruise', [...options, ...sources]);
  const { summary } = JSON.parse(stdout) as {
    summary: { violations: { rule: { name: string }; from: string; to: string }[]; totalCruised: number };
  };
  return {
    violations: summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
    modules: summary.totalCruised,
  };
}

/** A temporary tree with the repository's settings and the planted files. */
function plant(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'keepsake-planted-'));
  folders.push(folder);
  for (const name of [
    '.dependency-cruiser.cjs',
    '.oxlintrc.json',
    '.oxfmtrc.json',
    'tsconfig.base.json',
    'package.json',
  ]) {
    copyFileSync(join(root, name), join(folder, name));
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const source of sources) mkdirSync(join(folder, source), { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

async function tool(cwd: string, name: string, args: string[]): Promise<{ status: number; stdout: string }> {
  const options = { cwd, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve) => {
    execFile(join(root, 'node_modules/.bin', name), args, options, (error, stdout) => {
      resolve({ status: error === null ? 0 : Number(error.code), stdout });
    });
  });
}
