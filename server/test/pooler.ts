import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'vitest';
import { freePort } from '../src/platform/network/free-port.ts';
import { until } from './until.ts';

/** Whether this machine has PgBouncer. */
export const hasPooler = spawnSync('pgbouncer', ['--version']).status === 0;

/** PgBouncer in transaction mode in front of a database, as docs/scaling.md sets it up, with very few connections to it. @returns the pooled address */
export async function startPooler(t: TestContext, databaseUrl: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-pooler-'));
  t.onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const port = await freePort();
  const target = new URL(databaseUrl);
  const name = target.pathname.slice(1);
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
${name} = host=${target.hostname} port=${target.port} dbname=${name} user=${target.username} password=${target.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
max_client_conn = 200
ignore_startup_parameters = extra_float_digits,options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout
`,
  );
  await chmod(folder, 0o755);
  const asRoot = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const pooler = spawn('pgbouncer', [...asRoot, join(folder, 'pgbouncer.ini')], { stdio: 'ignore' });
  const ended = once(pooler, 'exit');
  t.onTestFinished(async () => {
    pooler.kill('SIGKILL');
    await ended;
  });
  await until(() => answers(port));
  target.host = `127.0.0.1:${port}`;
  return target.href;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
