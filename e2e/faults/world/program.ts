import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../../server/test/until.ts';

const root = join(import.meta.dirname, '../../..');

export interface LogLine {
  program: string;
  at: number;
  level: string;
  text: string;
}

export interface End {
  at: number;
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Whether the test requested it. */
  wanted: boolean;
}

/** A process under a supervisor that restarts it when it dies, as systemd would. */
export interface Program {
  readonly name: string;
  pid(): number;
  isReady(): boolean;
  /** Additional settings for the next starts. */
  configure(settings: Record<string, string>): void;
  start(): Promise<void>;
  /** Waits until it runs again. */
  ready(): Promise<void>;
  /** Sends a signal. After a fatal one, resolves when the old process is gone; the supervisor restarts it. */
  signal(name: NodeJS.Signals): Promise<void>;
  /** SIGTERM without a restart. @returns how it ended and how long that took */
  stop(): Promise<End & { tookMs: number }>;
  /** Its output and its exits since a time. */
  log(since: number): LogLine[];
  ends(since: number): End[];
}

const pauseBeforeRestartMs = 100;
const deadly = new Set<NodeJS.Signals>(['SIGKILL', 'SIGTERM', 'SIGQUIT', 'SIGABRT']);

export function createProgram(name: string, args: string[], fixed: Record<string, string>): Program {
  let settings: Record<string, string> = {};
  let child: ChildProcess | undefined;
  let isReady = false;
  let isWanted = false;
  let asked = false;
  const lines: LogLine[] = [];
  const ends: End[] = [];

  const launch = (): void => {
    isReady = false;
    asked = false;
    const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env;
    const started = spawn(process.execPath, args, {
      cwd: root,
      env: { PATH, HOME, NODE_COMPILE_CACHE, ...fixed, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    for (const stream of [started.stdout, started.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        if (line.includes('is ready')) isReady = true;
        lines.push(readLine(name, line));
      });
    }
    started.once('exit', (code, signal) => {
      isReady = false;
      ends.push({ at: Date.now(), code, signal, wanted: asked });
      if (isWanted) setTimeout(() => isWanted && launch(), pauseBeforeRestartMs);
    });
  };

  const program: Program = {
    name,
    pid: () => child?.pid ?? 0,
    isReady: () => isReady,
    configure: (given) => (settings = given),
    start: async () => {
      isWanted = true;
      launch();
      await program.ready();
    },
    ready: () =>
      until(
        () => isReady,
        120_000,
        () => `${name} did not come up: ${tail(lines)}`,
      ),
    signal: async (signal) => {
      const target = child;
      if (!target || target.exitCode !== null || target.signalCode !== null) return;
      asked = true;
      const gone = once(target, 'exit');
      target.kill(signal);
      if (deadly.has(signal)) await gone;
    },
    stop: async () => {
      isWanted = false;
      const startedAt = Date.now();
      if (child?.exitCode === null && child.signalCode === null) {
        child.kill('SIGCONT');
        await Promise.race([program.signal('SIGTERM'), delay(15_000, undefined, { ref: false })]);
        await program.signal('SIGKILL');
      }
      const end = ends.at(-1) ?? { at: startedAt, code: 0, signal: null, wanted: true };
      return { ...end, tookMs: end.at - startedAt };
    },
    log: (since) => lines.filter(({ at }) => at >= since),
    ends: (since) => ends.filter(({ at }) => at >= since),
  };
  return program;
}

function readLine(program: string, text: string): LogLine {
  const level = /^\{"level":"(\w+)"/.exec(text)?.[1] ?? 'print';
  return { program, at: Date.now(), level, text };
}

function tail(lines: LogLine[]): string {
  return lines
    .slice(-8)
    .map(({ text }) => text.slice(0, 300))
    .join('\n');
}
