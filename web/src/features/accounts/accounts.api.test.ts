import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { test } from 'node:test';
import { ApiError } from '../../shared/api.ts';
import { loadMe } from './accounts.api.ts';

for (const [status, code, waits] of [
  [404, 'not_found', [1_000, 1_000, 1_000]],
  [503, 'service_unavailable', [1_000, 2_000, 4_000]],
] as const) {
  test(`a user who cannot be told because of ${code} is asked for three times more`, async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { mock } = t.mock.method(globalThis, 'fetch', () =>
      Promise.resolve(Response.json({ error: 'No.', code }, { status })),
    );
    const answer = assert.rejects(loadMe(), (error) => error instanceof ApiError && error.code === code);
    await setImmediate();
    for (const [tries, waitMs] of waits.entries()) {
      t.mock.timers.tick(waitMs - 1);
      await setImmediate();
      assert.equal(mock.callCount(), tries + 1, 'too early');
      t.mock.timers.tick(1);
      await setImmediate();
      assert.equal(mock.callCount(), tries + 2);
    }
    await answer;
    assert.equal(mock.callCount(), 4);
  });
}
