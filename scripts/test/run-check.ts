import { spawn } from 'node:child_process';
import { once } from 'node:events';

interface Options {
  cwd: string;
  env?: Record<string, string>;
  /** Print only what a failed check has printed, so that checks side by side do not mix. */
  quiet?: boolean;
}

/** Runs a command as one check of the run and prints how it ended. @returns whether it passed */
export async function runCheck(check: string, command: string[], options: Options): Promise<boolean> {
  const { cwd, env, quiet = false } = options;
  if (!quiet) process.stdout.write(`\n── ${check}\n`);
  const started = Date.now();
  const [file = '', ...args] = command;
  const child = spawn(file, args, {
    cwd,
    stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    env: { ...process.env, ...env },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (quiet && code !== 0) process.stdout.write(`\n${printed}`);
  const duration = ((Date.now() - started) / 1000).toFixed(1);
  process.stdout.write(`── ${check}: ${code === 0 ? 'passed' : 'FAILED'} in ${duration} s\n`);
  return code === 0;
}
