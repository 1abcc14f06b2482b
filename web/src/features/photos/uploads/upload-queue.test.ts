import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { createUploadQueue } from './upload-queue.ts';

describe('the line of uploads', () => {
  test('the first photo makes the set before any other is sent', async () => {
    const { queue, started, finish, set } = fixture();
    queue.add(['a', 'b', 'c']);
    assert.deepEqual(started, ['a']);
    set.exists = true;
    await finish('a');
    assert.deepEqual(started, ['a', 'b', 'c']);
  });

  test('a first photo that fails lets the next one make the set, still alone', async () => {
    const { queue, started, finish } = fixture();
    queue.add(['a', 'b', 'c']);
    await finish('a');
    assert.deepEqual(started, ['a', 'b']);
  });

  test('no more than two photos are sent at a time', async () => {
    const { queue, started, finish, set } = fixture();
    set.exists = true;
    queue.add(['a', 'b', 'c', 'd']);
    assert.deepEqual(started, ['a', 'b']);
    await finish('b');
    assert.deepEqual(started, ['a', 'b', 'c']);
  });

  test('a photo taken out of the line is not sent; one that runs is stopped', async () => {
    const { queue, started, stopped, finish } = fixture();
    queue.add(['a', 'b', 'c']);
    queue.cancel('b');
    queue.cancel('a');
    assert.deepEqual(stopped, ['a']);
    await finish('a');
    assert.deepEqual(started, ['a', 'c']);
  });

  test('a photo queued again during its upload is sent again afterwards, not twice at once', async () => {
    const { queue, started, finish, set } = fixture();
    set.exists = true;
    queue.add(['a']);
    queue.add(['a']);
    assert.deepEqual(started, ['a']);
    await finish('a');
    assert.deepEqual(started, ['a', 'a']);
  });
});

function fixture() {
  const started: string[] = [];
  const stopped: string[] = [];
  const running = new Map<string, () => void>();
  const set = { exists: false };
  const queue = createUploadQueue({
    parallel: 2,
    hasBucket: () => set.exists,
    upload: (id, signal) => {
      started.push(id);
      signal.addEventListener('abort', () => stopped.push(id));
      return new Promise((resolve) => running.set(id, resolve));
    },
  });
  async function finish(id: string) {
    running.get(id)?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { queue, started, stopped, finish, set };
}
