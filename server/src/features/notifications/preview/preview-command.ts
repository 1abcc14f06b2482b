import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort, isFree } from '../../../platform/network/free-port.ts';

/** `npm run mails`: shows every mail in a browser, and reloads when a source file changes. */
const { values } = parseArgs({ options: { port: { type: 'string' } } });
const port = values.port === undefined ? await freePort() : Number(values.port);

if (!Number.isInteger(port) || port < 1 || port > 65_535) {
  fail('Usage: npm run mails -- --port <1 to 65535>');
} else if (await isFree(port, '127.0.0.1')) {
  const script = join(import.meta.dirname, 'serve-preview.ts');
  const child = spawn(process.execPath, ['--watch', '--watch-preserve-output', script, String(port)], {
    stdio: 'inherit',
  });
  child.once('exit', (code) => {
    process.exitCode = code ?? 0;
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill('SIGTERM'));
} else {
  fail(`Port ${port} is in use: stop what listens there, or name another one with --port.`);
}

function fail(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
