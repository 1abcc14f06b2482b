import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const root = join(import.meta.dirname, '../../..');

export interface ChildProcess {
  readonly pid: number;
  /** Milliseconds from the start until it printed that it is ready. */
  readonly startMs: number;
  /** Sends a signal; if the signal ends the process, waits for its exit. @returns milliseconds until then */
  end(signal?: NodeJS.Signals): Promise<number>;
  hasEnded(): boolean;
}

/** Starts a program of this repository and waits until it prints that it is ready. */
export async function startProcess(path: string, settings: Record<string, string>): Promise<ChildProcess> {
  const started = performance.now();
  const child = spawn(process.execPath, [path], {
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  void exit.then(() => process.removeListener('exit', kill));
  await new Promise<void>((resolve, reject) => {
    let said = '';
    // Keep reading: a full pipe would block the process.
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (said.includes('is ready')) return;
      said += text;
      if (said.includes('is ready')) resolve();
    });
    void exit.then(() => reject(new Error(`${path} ended before it was ready: ${said}`)));
  });
  return {
    pid: child.pid ?? 0,
    startMs: performance.now() - started,
    hasEnded,
    async end(signal = 'SIGTERM') {
      const at = performance.now();
      if (!hasEnded()) child.kill(signal);
      if (!hasEnded()) await exit;
      return performance.now() - at;
    },
  };
}

/** Resident memory of a process in bytes; NaN on systems without /proc. */
export async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(status)?.[1];
  return kilobytes === undefined ? Number.NaN : Number(kilobytes) * 1024;
}

/** Resident memory of a process and its child processes. */
export async function memoryOfTree(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = threads.map((id) => readFile(`/proc/${pid}/task/${id}/children`, 'utf8').catch(() => ''));
  const children = (await Promise.all(lists)).flatMap((list) => list.split(' ').filter(Boolean).map(Number));
  const held = await Promise.all([pid, ...children].map(memoryOf));
  return held.reduce((sum, bytes) => sum + (Number.isNaN(bytes) ? 0 : bytes), 0);
}

/** Ticks per second in which Linux counts, whatever the kernel's own. */
const TICKS = 100;

/** Time on the processor of this process and of its children that have ended, in milliseconds; NaN on systems without /proc. */
export async function processorTime(): Promise<number> {
  const stat = await readFile('/proc/self/stat', 'utf8').catch(() => '');
  // The name of the program, in brackets, may contain spaces.
  const [user, system, childUser, childSystem] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number);
  return (((user ?? Number.NaN) + (system ?? 0) + (childUser ?? 0) + (childSystem ?? 0)) * 1000) / TICKS;
}

/** Number of open files and sockets of a process; NaN on systems without /proc. */
export async function openFilesOf(pid: number): Promise<number> {
  return readdir(`/proc/${pid}/fd`).then(
    (names) => names.length,
    () => Number.NaN,
  );
}

/** Samples a figure while work runs. @returns the result of the work, and the largest figure */
export async function watch<T>(
  look: () => Promise<number>,
  work: () => Promise<T>,
  everyMs = 50,
): Promise<{ result: T; peak: number }> {
  let peak = await look();
  const over = new AbortController();
  const watching = (async () => {
    while (!over.signal.aborted) {
      await delay(everyMs);
      peak = Math.max(peak, await look());
    }
  })();
  try {
    return { result: await work(), peak };
  } finally {
    over.abort();
    await watching;
  }
}
