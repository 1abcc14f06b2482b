import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'vitest';

for (const [origin, fault] of [
  ['uncaughtException', 'throw new Error("beyond repair")'],
  ['unhandledRejection', 'void Promise.reject(new Error("beyond repair"))'],
] as const) {
  test(`an uncaught error is logged and ends the process: ${origin}`, () => {
    const script = `
      import { endOnUncaught } from './end-process.ts';
      import { createLog } from '../platform/log.ts';
      endOnUncaught(createLog('info', 'test'));
      setTimeout(() => { ${fault} }, 1);
      setInterval(() => {}, 1000);`;
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module-typescript', '--eval', script],
      {
        cwd: import.meta.dirname,
        encoding: 'utf8',
        timeout: 120_000,
      },
    );
    assert.equal(status, 1, stderr);
    const entry = JSON.parse(stdout) as { level: string; msg: string; origin: string; err: { message: string } };
    assert.deepEqual(
      [entry.level, entry.msg, entry.origin, entry.err.message],
      ['fatal', 'uncaught error', origin, 'beyond repair'],
    );
    assert.equal(stderr, '');
  });
}
