import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { TestContext } from 'vitest';
import type { TestApp } from './harness.ts';

export interface WorkerProcess {
  pid: number;
  /** SIGKILL, SIGSTOP, SIGCONT …; resolves after a deadly one when the process is gone. */
  signal(name: NodeJS.Signals): Promise<void>;
}

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** A worker in a process of its own beside the test's app: same database, same files. Stopped at the end of the test. */
export async function startWorkerProcess(t: TestContext, app: TestApp): Promise<WorkerProcess> {
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, ...settingsOf(app), ROLE: 'worker' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  let isSuspended = false;
  const signal = async (name: NodeJS.Signals) => {
    child.kill(name);
    isSuspended = name === 'SIGSTOP';
    if (name === 'SIGKILL' || name === 'SIGTERM') await exit;
  };
  // A killed one would keep its jobs, and what waits behind them, from the workers of the next tests.
  t.onTestFinished(() => signal(isSuspended ? 'SIGKILL' : 'SIGTERM'));
  const ready = (async () => {
    for await (const text of child.stdout.setEncoding('utf8')) if (String(text).includes('is ready')) return;
    throw new Error('The worker ended before it was ready');
  })();
  await ready;
  child.stdout.resume();
  return { pid: child.pid ?? 0, signal };
}

/** The app's settings as the environment of another process. */
function settingsOf({ deps, url }: TestApp): Record<string, string> {
  const given = Object.entries(deps.config).filter(([name, value]) => /^[A-Z0-9_]+$/.test(name) && value !== undefined);
  return {
    ...Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
    PUBLIC_URL: url,
    LOG_LEVEL: 'error',
  };
}
