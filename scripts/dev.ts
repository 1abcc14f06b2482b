// The product with reload on change: the server restarts when its files change, the pages come from Vite.
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const port = process.env['PORT'] ?? '3000';
const children: ChildProcess[] = [
  start('node', [
    '--watch-path=server/src',
    '--watch-path=contract/src',
    '--watch-preserve-output',
    'server/src/main.ts',
  ]),
  start('vite', ['web', '--clearScreen', 'false']),
];
process.stdout.write(`The server is on http://localhost:${port}; the pages reload on http://localhost:5173\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of children) child.kill('SIGTERM');
  });
}

function start(command: string, args: string[]): ChildProcess {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, PORT: port } });
  child.once('exit', (code) => {
    process.exitCode = code ?? 0;
    for (const other of children) if (other !== child) other.kill('SIGTERM');
  });
  return child;
}
