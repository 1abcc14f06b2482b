import assert from 'node:assert/strict';
import { beforeEach, describe, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { local, readJson, writeJson } from './storage.ts';

/** The little of a browser's storage that is used; `full` refuses to write as a full quota does. */
function fakeWindow({ full = false, blocked = false } = {}) {
  const entries = new Map<string, string>();
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem(key: string, value: string) {
      if (full) throw new Error('QuotaExceededError');
      entries.set(key, value);
    },
    removeItem: (key: string) => entries.delete(key),
    clear: () => entries.clear(),
  };
  const window = {
    get localStorage() {
      if (blocked) throw new Error('SecurityError');
      return storage;
    },
  };
  vi.stubGlobal('window', window);
  return entries;
}

describe('browser storage', () => {
  beforeEach(() => {
    fakeWindow();
    local.clear();
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  });

  test('keeps values', () => {
    const entries = fakeWindow();
    local.set('token', 'abc');
    assert.equal(entries.get('token'), 'abc');
    assert.equal(local.get('token'), 'abc');
    local.remove('token');
    assert.equal(local.get('token'), null);
  });

  for (const trouble of [{ full: true }, { blocked: true }]) {
    test(`lasts until the page is closed if the browser refuses it (${Object.keys(trouble).join()})`, () => {
      fakeWindow(trouble);
      local.set('token', 'abc');
      assert.equal(local.get('token'), 'abc');
      local.clear();
      assert.equal(local.get('token'), null);
    });
  }

  test('gives back JSON of the expected shape only, and drops the rest', () => {
    const entries = fakeWindow();
    const shape = z.object({ name: z.string() });
    writeJson(local, 'userData', { name: 'Marta' });
    assert.deepEqual(readJson(local, 'userData', shape), { name: 'Marta' });
    for (const damaged of ['{', '{"name":1}', 'null']) {
      local.set('userData', damaged);
      assert.equal(readJson(local, 'userData', shape), null);
      assert.equal(entries.has('userData'), false);
    }
  });
});
