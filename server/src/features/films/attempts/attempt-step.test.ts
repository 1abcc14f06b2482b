import assert from 'node:assert/strict';
import { test } from 'vitest';
import { backOffMs } from './attempt-step.ts';

test('backoff doubles with each consecutive failure, up to twelve poll intervals', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4, 50].map((consecutiveFailures) => backOffMs(100, consecutiveFailures)),
    [100, 200, 400, 800, 1200, 1200],
  );
});
