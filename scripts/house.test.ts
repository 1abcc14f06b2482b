import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, test, type TestContext } from 'vitest';

const root = join(import.meta.dirname, '..');
const workspaces = ['contract', 'server', 'web', 'renderer', 'sandbox', 'e2e'];
const sources = workspaces.map((name) => (name === 'e2e' ? name : `${name}/src`));

describe('import rules', () => {
  test('hold for the whole tree, and the tool has really read it', () => {
    const report = cruise(root);
    assert.deepEqual(report.violations, []);
    const files = globSync(
      sources.map((folder) => `${folder}/**/*.{ts,tsx}`),
      { cwd: root, exclude: ['**/node_modules/**'] },
    );
    assert.ok(report.modules >= files.length, `${report.modules} modules read of ${files.length} files`);
  });

  // One planted violation per rule: [rule, file, its text, more files].
  const planted: [string, string, string, Record<string, string>?][] = [
    ['contract-imports-zod-only', 'contract/src/a.ts', "import 'pg';"],
    ['web-never-imports-server', 'web/src/a.ts', "import '../../server/src/b.ts';", { 'server/src/b.ts': '' }],
    ['server-never-imports-web', 'server/src/a.ts', "import '../../web/src/b.ts';", { 'web/src/b.ts': '' }],
    [
      'renderer-knows-nothing-of-ours',
      'renderer/src/a.ts',
      "import '../../contract/src/b.ts';",
      { 'contract/src/b.ts': '' },
    ],
    [
      'sandbox-imports-nothing-of-ours',
      'sandbox/src/a.ts',
      "import '../../contract/src/b.ts';",
      { 'contract/src/b.ts': '' },
    ],
    [
      'only-providers-import-the-renderer',
      'server/src/features/videos/a.ts',
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
      "import '../features/content/b.ts';",
      { 'server/src/features/content/b.ts': '' },
    ],
    [
      'queries-import-only-database-and-contract',
      'server/src/features/content/a.queries.ts',
      "import './b.ts';",
      { 'server/src/features/content/b.ts': '' },
    ],
    [
      'routes-only-from-app',
      'server/src/features/content/a.ts',
      "import './content.routes.ts';",
      { 'server/src/features/content/content.routes.ts': '' },
    ],
    ['queue-library-in-one-place', 'server/src/features/content/a.ts', "import 'graphile-worker';"],
    ['payment-library-in-one-place', 'server/src/features/payment/a.ts', "import 'stripe';"],
    ['mail-library-in-one-place', 'server/src/features/notifications/a.ts', "import 'nodemailer';"],
    ['metrics-library-in-one-place', 'server/src/features/monitoring/a.ts', "import 'prom-client';"],
    ['object-store-library-in-one-place', 'server/src/features/content/a.ts', "import '@aws-sdk/client-s3';"],
    [
      'web-ui-and-shared-know-no-feature',
      'web/src/ui/a.ts',
      "import '../features/content/b.ts';",
      { 'web/src/features/content/b.ts': '' },
    ],
    [
      'web-features-know-no-page',
      'web/src/features/content/a.ts',
      "import '../../pages/b.ts';",
      { 'web/src/pages/b.ts': '' },
    ],
    [
      'web-features-meet-only-in-api-files',
      'web/src/features/content/a.ts',
      "import '../payment/b.ts';",
      { 'web/src/features/payment/b.ts': '' },
    ],
    ['no-full-zod-in-web-and-contract', 'contract/src/a.ts', "import 'zod';"],
    ['no-cycles', 'server/src/a.ts', "import './b.ts';", { 'server/src/b.ts': "import './a.ts';" }],
    ['no-unresolved', 'server/src/a.ts', "import './missing.ts';"],
    ['no-index-files', 'server/src/a.ts', "import './b/index.ts';", { 'server/src/b/index.ts': '' }],
    ['no-names-that-say-nothing', 'server/src/a.ts', "import './utils/b.ts';", { 'server/src/utils/b.ts': '' }],
  ];
  for (const [rule, path, text, more] of planted) {
    test(`${rule}: a planted violation is found`, (t) => {
      const report = cruise(plant(t, { [path]: text, ...more }));
      assert.ok(report.violations.includes(rule), `found: ${report.violations.join(', ') || 'nothing'}`);
    });
  }

  test('every rule has its planted violation', () => {
    const text = readFileSync(join(root, '.dependency-cruiser.cjs'), 'utf8');
    const rules = [...text.matchAll(/(?:rule\(\s*|name: )'([a-z-]+)'/g)].map((match) => match[1]);
    assert.deepEqual(new Set(planted.map(([rule]) => rule)), new Set(rules));
  });
});

describe('lint', () => {
  const planted: [string, string][] = [
    ['no-explicit-any', 'export const a: any = 1;'],
    ['no-floating-promises', 'async function f() {}\nexport function g() { f(); }'],
    ['no-default-export', 'export default 1;'],
    ['no-process-env', 'export const a = process.env.A;'],
    ['no-empty', 'export function f() { try { f(); } catch {} }'],
    ['max-lines', Array.from({ length: 402 }, (_, i) => `export const a${i} = ${i};`).join('\n')],
  ];
  for (const [rule, text] of planted) {
    test(`${rule}: a planted violation is an error`, (t) => {
      const folder = plant(t, {
        'server/src/a.ts': text,
        'server/tsconfig.json': readFileSync(join(root, 'server/tsconfig.json'), 'utf8'),
      });
      const { status, stdout } = tool(folder, 'oxlint', ['--type-aware', '--deny-warnings', 'server']);
      assert.equal(status, 1);
      assert.match(stdout, new RegExp(`\\(${rule}\\)`));
    });
  }
});

test('types: a planted violation is an error', (t) => {
  const folder = plant(t, {
    'contract/src/a.ts': 'export const a: string = [1][0];',
    'contract/tsconfig.json': readFileSync(join(root, 'contract/tsconfig.json'), 'utf8'),
  });
  const { status, stdout } = tool(folder, 'tsc', ['-p', 'contract']);
  assert.notEqual(status, 0);
  assert.match(stdout, /a\.ts\(1,14\): error TS2322/);
});

test('format: a planted violation is an error', (t) => {
  const folder = plant(t, { 'contract/src/a.ts': 'export const a = "x"' });
  assert.notEqual(tool(folder, 'prettier', ['--check', 'contract']).status, 0);
});

test('no file is called index and no folder has a name that says nothing', () => {
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

interface Report {
  violations: string[];
  modules: number;
}

function cruise(folder: string): Report {
  const { stdout } = tool(folder, 'depcruise', [
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'json',
    ...sources,
  ]);
  const { summary } = JSON.parse(stdout) as {
    summary: { violations: { rule: { name: string }; from: string; to: string }[]; totalCruised: number };
  };
  const isRoot = folder === root;
  return {
    violations: summary.violations.map(({ rule, from, to }) => (isRoot ? `${rule.name}: ${from} → ${to}` : rule.name)),
    modules: summary.totalCruised,
  };
}

/** A tree of its own with the house's settings and the planted files. */
function plant(t: TestContext, files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'keepsake-planted-'));
  t.onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of [
    '.dependency-cruiser.cjs',
    '.oxlintrc.json',
    '.prettierrc.json',
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

function tool(cwd: string, name: string, args: string[]) {
  return spawnSync(join(root, 'node_modules/.bin', name), args, { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}
