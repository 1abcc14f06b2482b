import assert from 'node:assert/strict';
import { me } from '@keepsake/contract/accounts/accounts';
import { test } from 'vitest';
import { startTestApp } from '../test/harness.ts';

test('answers carry the product’s own time, from which the pages count down', async (t) => {
  const dayMs = 86_400_000;
  const app = await startTestApp(t, { settings: { CLOCK_OFFSET_MS: String(40 * dayMs) } });
  const { token } = await app.createUser();
  for (const answer of [await app.call(me, { token }), await app.call(me)]) {
    const ahead = Date.parse(answer.headers.get('date') ?? '') - Date.now();
    assert.equal(Math.round(ahead / dayMs), 40, `status ${answer.status}`);
  }
});
