import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

export interface Product {
  /** URL of the site without a trailing slash. */
  readonly url: string;
  readonly mailboxUrl: string;
  readonly checkoutUrl: string;
  readonly dataDir: string;
  /** Its output so far. */
  output(): string;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

export interface StartOptions {
  /** An existing data folder; a new one by default. */
  dataDir?: string;
  port?: number;
  settings?: Record<string, string>;
}

/** Starts the product as `npm start` does, without installing and building, on a free port and with its own folder. */
export async function startProduct(options: StartOptions = {}): Promise<Product> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'keepsake-e2e-')));
  const child = spawn('node', ['server/src/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      // Shared by the whole test run, so that the product is compiled once.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: String(options.port ?? 0),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ...options.settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const line = (name: string) => new RegExp(`${name}:\\s+(http\\S+)`).exec(printed)?.[1];
  await untilPrinted(
    child,
    () => line('Admin') !== undefined,
    () => printed,
  );
  return {
    url: line('Site') ?? '',
    mailboxUrl: line('Mailbox') ?? '',
    checkoutUrl: line('Checkout') ?? '',
    dataDir,
    output: () => printed,
    kill: () => end(child, 'SIGKILL'),
    stop: async () => {
      await end(child, 'SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function untilPrinted(child: ChildProcess, condition: () => boolean, output: () => string): Promise<void> {
  const ended = once(child, 'exit').then(() => {
    throw new Error(`The product ended before it was ready:\n${output()}`);
  });
  const ready = new Promise<void>((resolve) => {
    const look = () => condition() && resolve();
    child.stdout?.on('data', look);
    look();
  });
  await Promise.race([ready, ended]);
  ended.catch(() => undefined);
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
