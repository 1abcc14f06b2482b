import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const root = join(import.meta.dirname, '../..');

/** One web or worker process, which can be stopped, killed and started again under the same settings. */
export interface Program {
  readonly name: string;
  readonly url: string;
  /** Starts it and waits until it says that it is ready. */
  start(): Promise<void>;
  /** SIGTERM; resolves with how long it took when the process is gone. @throws where it did not end by itself */
  stop(): Promise<number>;
  kill(): Promise<void>;
  /** Its log so far. */
  output(): string;
}

export function createProgram(name: string, port: number, settings: Record<string, string>): Program {
  let printed = '';
  let child: ReturnType<typeof spawn> | undefined;
  const url = `http://127.0.0.1:${port}`;
  return {
    name,
    url,
    output: () => printed,
    start: async () => {
      const from = printed.length;
      const started = spawn(process.execPath, ['server/src/main.ts'], {
        cwd: root,
        env: { ...passedOn(), ...settings },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = started;
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
      while (!printed.slice(from).includes('is ready')) {
        if (started.exitCode !== null) throw new Error(`${name} ended before it was ready:\n${printed.slice(from)}`);
        await delay(50);
      }
    },
    stop: async () => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return 0;
      const began = performance.now();
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const [code] = (await ended) as [number | null];
      if (code !== 0) throw new Error(`${name} ended with ${code}:\n${printed.slice(-2000)}`);
      return performance.now() - began;
    },
    kill: async () => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function passedOn(): Record<string, string | undefined> {
  return Object.fromEntries(
    ['PATH', 'HOME', 'TMPDIR', 'NODE_COMPILE_CACHE'].map((name) => [name, process.env[name]] as const),
  );
}
