import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { test } from 'vitest';

/** What the site is built from. */
const folders = ['web/src', 'web/public', 'web/scripts', 'contract/src', 'renderer/src/core', 'renderer/models'];

test('the site is built again after a change of anything that it is built from, and only then', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'keepsake-prepare-'));
  t.onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  cpSync(join(import.meta.dirname, 'prepare.mjs'), join(root, 'scripts/prepare.mjs'), { recursive: true });
  for (const folder of folders) write(`${folder}/some.file`, 'before');
  for (const file of ['web/index.html', 'web/vite.config.ts']) write(file, '');
  write('package-lock.json', '{}');
  const lock = createHash('sha256').update('/package-lock.json').update('\0').update('{}').digest('hex');
  write('node_modules/.installed-lock', lock);
  // Stands in for npm, and notes that the site was to be built.
  write('bin/npm', '#!/bin/sh\ntouch built\n');
  chmodSync(join(root, 'bin/npm'), 0o755);
  const isBuilt = () => {
    rmSync(join(root, 'built'), { force: true });
    execFileSync(process.execPath, ['scripts/prepare.mjs', '--build'], {
      cwd: root,
      env: { PATH: [join(root, 'bin'), process.env['PATH']].join(delimiter) },
      stdio: 'ignore',
    });
    return existsSync(join(root, 'built'));
  };
  assert.equal(isBuilt(), true);
  assert.equal(isBuilt(), false);
  for (const folder of folders) {
    write(`${folder}/some.file`, 'after');
    assert.equal(isBuilt(), true, folder);
  }
  assert.equal(isBuilt(), false);
});
