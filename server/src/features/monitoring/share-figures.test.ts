import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import { shareFigures } from './share-figures.ts';

/** Figures that take as long as is said, by a clock of the test's own. */
function slowFigures(tookMs: number) {
  let [now, made] = [1000, 0];
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const figures = shareFigures(async () => {
    now += tookMs;
    made += 1;
    return made;
  });
  return { figures, pass: (ms: number) => (now += ms) };
}

test('those who look at the same time share one answer', async () => {
  const { figures } = slowFigures(10);
  assert.deepEqual(await Promise.all([figures(), figures(), figures()]), [1, 1, 1]);
  assert.equal(await figures(), 2);
});

test('figures that took long are kept for a while, and then made anew', async () => {
  const { figures, pass } = slowFigures(1000);
  assert.equal(await figures(), 1);
  pass(18_000);
  assert.equal(await figures(), 1);
  pass(2000);
  assert.equal(await figures(), 2);
});

test('a failure is not kept', async () => {
  let isDown = true;
  const figures = shareFigures(async () => {
    if (isDown) throw new Error('no database');
    return 'figures';
  });
  await assert.rejects(figures(), /no database/);
  isDown = false;
  assert.equal(await figures(), 'figures');
});
