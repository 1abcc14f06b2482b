import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, test, vi } from 'vitest';
import { CodeUnavailable, loadCode } from './load-code.ts';

afterEach(() => vi.useRealTimers());

test('code that a deployment removed is distinguished from other failures', async () => {
  await assert.rejects(
    loadCode(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))),
    CodeUnavailable,
  );
  assert.equal(await loadCode(() => Promise.resolve('code')), 'code');
});

test('code that does not come within 120 s is a failure', async () => {
  vi.useFakeTimers();
  const failures: unknown[] = [];
  void loadCode(() => new Promise(() => undefined)).catch((error: unknown) => failures.push(error));
  await vi.advanceTimersByTimeAsync(119_999);
  assert.equal(failures.length, 0);
  await vi.advanceTimersByTimeAsync(1);
  assert.ok(failures[0] instanceof CodeUnavailable);
});

test('no code is loaded but through loadCode, lazyPart, or a page of the router', () => {
  const root = path.join(import.meta.dirname, '..');
  // boot.ts brings no other script; router.tsx and admin-page.tsx hand their imports on; what texts.ts imports is for development alone.
  const known = ['boot.ts', 'shared/load-code.ts', 'router.tsx', 'pages/admin-page.tsx', 'shared/texts/texts.ts'];
  const loose = globSync('**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !known.includes(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      return /\bimport\(/.test(text) && !/\b(?:loadCode|lazyPart)\(/.test(text);
    });
  assert.deepEqual(loose, []);
});
