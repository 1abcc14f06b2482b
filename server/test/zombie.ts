import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { isZombie } from '../src/platform/process-life.ts';
import { until } from './until.ts';

/** Process that dies and stays a zombie, because its parent never waits for it. Linux only. */
export interface Mortal {
  pid: number;
  /** Resolves once it is a zombie. */
  kill(): Promise<void>;
  /** Ends its parent, and with that the zombie. */
  bury(): Promise<void>;
}

export async function startMortal(): Promise<Mortal> {
  // The shell becomes a program that never waits for its child.
  const parent = spawn('sh', ['-c', 'sleep 300 & echo $!; exec sleep 300'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(parent, 'exit');
  const [printed] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number(printed.toString());
  // Until then the shell would collect it.
  await until(async () => (await readFile(`/proc/${parent.pid}/comm`, 'utf8')) === 'sleep\n');
  return {
    pid,
    kill: async () => {
      process.kill(pid, 'SIGKILL');
      await until(() => isZombie(pid));
    },
    bury: async () => {
      parent.kill('SIGKILL');
      await ended;
    },
  };
}
