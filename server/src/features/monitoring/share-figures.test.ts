import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { shareFigures } from './share-figures.ts';

/** Figures that take as long as is said, by a clock of the test's own. */
function slowFigures(t: TestContext, tookMs: number) {
  let [now, made] = [1000, 0];
  t.mock.method(performance, 'now', () => now);
  const figures = shareFigures(async () => {
    now += tookMs;
    made += 1;
    return made;
  });
  return { figures, pass: (ms: number) => (now += ms) };
}

test('those who look at the same time share one answer', async (t) => {
  const { figures } = slowFigures(t, 10);
  assert.deepEqual(await Promise.all([figures(), figures(), figures()]), [1, 1, 1]);
  assert.equal(await figures(), 2);
});

test('figures that took long are kept for a while, and then made anew', async (t) => {
  const { figures, pass } = slowFigures(t, 1000);
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
