import assert from 'node:assert/strict';
import { afterEach, test, vi } from 'vitest';
import { takeTurns, type TurnRules } from './take-turns.ts';

afterEach(() => vi.useRealTimers());

/** Work that goes on until it is told to end and notes when it begins, by a clock that the test moves. */
function workers(rules: TurnRules) {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const turns = takeTurns(rules);
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  return {
    begun,
    start: (name: string) => {
      const end = Promise.withResolvers<string>();
      ends.set(name, end);
      return turns(() => {
        begun.push(name);
        return end.promise;
      });
    },
    end: (name: string) => ends.get(name)?.resolve(name),
    fail: (name: string) => ends.get(name)?.reject(new Error(name)),
    /** Lets all go on that can, then time, then all that can. */
    pass: async (ms: number) => {
      await new Promise((resolve) => setImmediate(resolve));
      now += ms;
      vi.advanceTimersByTime(ms);
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('so many run at once, the others in the order in which they came', async () => {
  const { begun, start, end, pass } = workers({ atOnce: 2, restMs: 5, patienceMs: 60_000 });
  const results = Promise.all(['a', 'b', 'c', 'd'].map(start));
  await pass(0);
  assert.deepEqual(begun, ['a', 'b']);
  end('b');
  await pass(5);
  assert.deepEqual(begun, ['a', 'b', 'c']);
  for (const name of ['a', 'c']) end(name);
  await pass(5);
  end('d');
  assert.deepEqual(await results, ['a', 'b', 'c', 'd']);
});

test('while others wait there is a rest as long as the work was; where nobody waits there is none', async () => {
  const { begun, start, end, pass } = workers({ atOnce: 1, restMs: 5, patienceMs: 60_000 });
  const [first, second] = [start('a'), start('b')];
  await pass(40);
  end('a');
  assert.equal(await first, 'a');
  await pass(39);
  assert.deepEqual(begun, ['a']);
  await pass(1);
  assert.deepEqual(begun, ['a', 'b']);
  end('b');
  await second;
  void start('c');
  await pass(0);
  assert.deepEqual(begun, ['a', 'b', 'c']);
});

test('work that fails gives its turn on, and its failure to whoever asked', async () => {
  const { begun, start, end, fail, pass } = workers({ atOnce: 1, restMs: 5, patienceMs: 60_000 });
  const [first, second] = [start('a'), start('b')];
  await pass(0);
  fail('a');
  await assert.rejects(first, /a/);
  await pass(5);
  assert.deepEqual(begun, ['a', 'b']);
  end('b');
  assert.equal(await second, 'b');
});

test('whoever has waited long enough goes ahead of work that hangs, and no turn is lost by it', async () => {
  const { begun, start, end, pass } = workers({ atOnce: 1, restMs: 5, patienceMs: 1000 });
  const all = ['hangs', 'b', 'c'].map(start);
  await pass(999);
  assert.deepEqual(begun, ['hangs']);
  await pass(1);
  assert.deepEqual(begun, ['hangs', 'b', 'c']);
  const last = start('d');
  for (const name of ['b', 'c', 'hangs']) end(name);
  await Promise.all(all);
  await pass(2000);
  assert.deepEqual(begun, ['hangs', 'b', 'c', 'd']);
  end('d');
  assert.equal(await last, 'd');
});
