import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

test('the path of a test in any folder is accepted, and another word refused', () => {
  const every = globSync('*/**/*.{test,spec}.{ts,tsx}', { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] });
  const ofFolders = Map.groupBy(every, (path) => path.slice(0, path.indexOf('/')));
  expect(ofFolders.size).toBeGreaterThan(6);
  // The last one is no part of a path, so that the command ends before it runs anything.
  const args = ['scripts/test.ts', ...[...ofFolders.values()].flatMap(([first]) => first ?? []), 'no-such-test'];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toContain('No test file has "no-such-test" in its path.');
});
