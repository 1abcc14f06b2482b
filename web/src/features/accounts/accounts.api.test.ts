import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { afterEach, test, vi } from 'vitest';
import { ApiError } from '../../shared/api.ts';
import { loadMe } from './accounts.api.ts';

afterEach(() => vi.useRealTimers());

for (const [status, code, waits] of [
  [404, 'not_found', [1_000, 1_000, 1_000]],
  [503, 'service_unavailable', [1_000, 2_000, 4_000]],
] as const) {
  test(`retries the request for the user three times after ${code}`, async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const { mock } = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(() => Promise.resolve(Response.json({ error: 'No.', code }, { status })));
    const answer = assert.rejects(loadMe(), (error) => error instanceof ApiError && error.code === code);
    await setImmediate();
    for (const [tries, waitMs] of waits.entries()) {
      vi.advanceTimersByTime(waitMs - 1);
      await setImmediate();
      assert.equal(mock.calls.length, tries + 1, 'too early');
      vi.advanceTimersByTime(1);
      await setImmediate();
      assert.equal(mock.calls.length, tries + 2);
    }
    await answer;
    assert.equal(mock.calls.length, 4);
  });
}
