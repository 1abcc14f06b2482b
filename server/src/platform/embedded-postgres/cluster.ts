import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { freePort, isFree } from '../network/free-port.ts';
import { isAlive, isZombie } from '../process-life.ts';
import { postgresBinaries, type PostgresBinaries } from './binaries.ts';
import { Members } from './members.ts';
import { unprivileged, type Unprivileged } from './unprivileged.ts';

export interface Cluster {
  /** Connection URL of a database of the cluster. */
  url(database: string): string;
  /** Stops using the cluster; the last process to do so shuts it down. */
  stop(): Promise<void>;
}

const user = 'keepsake';

/**
 * A real PostgreSQL in `<dataDir>/postgres`, listening on the loopback address only. Starts it, or joins a running one: another process's, or one that
 * outlived a killed process.
 * @param settings further settings of PostgreSQL, if it is started here
 */
export async function openCluster(dataDir: string, settings: Record<string, string> = {}): Promise<Cluster> {
  await mkdir(dataDir, { recursive: true });
  const members = new Members(dataDir);
  const folder = join(dataDir, 'postgres');
  const { port, password } = await members.exclusively(async () => {
    const known = await clusterPassword(dataDir);
    const found =
      (await runningPort(folder, known)) ?? (await start(dataDir, folder, known, await choosePort(folder), settings));
    await members.join();
    return { port: found, password: known };
  });
  const stopWatching = watch(folder, () =>
    members.exclusively(async () => {
      if (!(await runningPort(folder, password))) await start(dataDir, folder, password, port, settings);
    }),
  );
  return {
    url: (database) => address(port, password, database),
    stop: async () => {
      await stopWatching();
      await members.exclusively(async () => {
        if (!(await members.leave())) await stopCluster(dataDir);
      });
    },
  };
}

/** Restarts the database on its port after a crash. @returns stops watching */
function watch(folder: string, restart: () => Promise<void>): () => Promise<void> {
  let working: Promise<void> | undefined;
  const timer = setInterval(() => {
    working ??= revive().finally(() => {
      working = undefined;
    });
  }, 1000);
  timer.unref();
  const revive = async () => {
    const file = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
    const pid = Number(file.split('\n')[0]);
    // A failed start is retried in the next round; the code that uses the database reports the failed connections.
    if (!pid || !isAlive(pid)) await restart().catch(() => undefined);
  };
  return async () => {
    clearInterval(timer);
    await working;
  };
}

function address(port: number, password: string, database: string): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
}

/** The password, generated at the first start. Call it from one process at a time. */
async function clusterPassword(dataDir: string): Promise<string> {
  const path = join(dataDir, 'postgres-password');
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const password = randomBytes(24).toString('base64url');
  await writeFile(`${path}.new`, password, { mode: 0o600 });
  await rename(`${path}.new`, path);
  return password;
}

/** The port of a database that runs on this folder and accepts our password. Waits while one starts up or shuts down. */
async function runningPort(folder: string, password: string): Promise<number | undefined> {
  for (let tries = 0; tries < 150; tries++) {
    const file = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => undefined);
    const [pid, , , port] = (file ?? '').split('\n').map(Number);
    if (!pid || !isAlive(pid)) return undefined;
    if (port && (await accepts(address(port, password, 'postgres')))) return port;
    await delay(100);
  }
  return undefined;
}

/** The port of a killed database, if it is free, because processes that outlived it still connect there; else a new one. */
async function choosePort(folder: string): Promise<number> {
  const [, , , last] = (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n').map(Number);
  return last && (await isFree(last, '127.0.0.1')) ? last : freePort();
}

async function accepts(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function start(
  dataDir: string,
  folder: string,
  password: string,
  port: number,
  settings: Record<string, string>,
): Promise<number> {
  const binaries = await postgresBinaries();
  const runAs = await unprivileged(binaries.postgres, dataDir);
  if (!(await exists(join(folder, 'PG_VERSION')))) await initialise(dataDir, folder, password, binaries, runAs);
  const returnLock = await takeOverLock(folder);
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    max_connections: '100',
    ...settings,
  };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = runAs.command(binaries.postgres, ['-D', folder, '-p', String(port), ...flags]);
  try {
    await launch(command, join(dataDir, 'postgres.log'), () => untilAccepting(address(port, password, 'postgres')));
  } catch (error) {
    await returnLock();
    throw error;
  }
  return port;
}

/** Starts PostgreSQL and waits until it is up. @throws Error if it ends before */
async function launch(
  { file, args, ...as }: ReturnType<Unprivileged['command']>,
  logPath: string,
  untilUp: () => Promise<void>,
): Promise<void> {
  const log = await open(logPath, 'a');
  // A process group of its own: a signal to ours must not end the database before running jobs finish.
  const child = spawn(file, args, { ...as, cwd: '/', detached: true, stdio: ['ignore', log.fd, log.fd] });
  child.unref();
  // Before anything is waited for: it may have ended by then.
  const failed = new Promise<never>((_, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`PostgreSQL ended at once (${code}); its log is ${logPath}`)));
  });
  failed.catch(() => undefined);
  await log.close();
  await Promise.race([failed, untilUp()]);
}

/**
 * PostgreSQL honours a lock file while the process named in it exists, even as a zombie, but ignores the id of its own parent. So this
 * process writes its own id there. The rest of the file stays: from it PostgreSQL sees whether a process of the dead database still runs.
 * @returns a function for a start that failed: it writes the dead process's id back, because a lock file with the id of this process would say
 * that the database runs
 */
async function takeOverLock(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, 'postmaster.pid');
  const read = async () => (await readFile(path, 'utf8').catch(() => '')).split('\n');
  const [pid = '', ...rest] = await read();
  if (!(Number(pid) > 0 && isZombie(Number(pid)))) return () => Promise.resolve();
  await writeFile(path, [process.pid, ...rest].join('\n'));
  return async () => {
    if (Number((await read())[0]) === process.pid) await writeFile(path, [pid, ...rest].join('\n'));
  };
}

async function untilAccepting(url: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await accepts(url))) {
    if (Date.now() > deadline) throw new Error('PostgreSQL did not come up within 60 s');
    await delay(50);
  }
}

/** Creates the data folder under a temporary name and renames it when it is complete, so that a crash leaves no incomplete one. */
async function initialise(
  dataDir: string,
  folder: string,
  password: string,
  binaries: PostgresBinaries,
  runAs: Unprivileged,
): Promise<void> {
  const fresh = `${folder}.new`;
  const passwordFile = join(dataDir, 'postgres-initial-password');
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (runAs.owner) {
    await chown(fresh, runAs.owner.uid, runAs.owner.gid);
    await chown(passwordFile, runAs.owner.uid, runAs.owner.gid);
  }
  const options = [
    '--auth=scram-sha-256',
    `--username=${user}`,
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
  ];
  const { file, args, ...as } = runAs.command(binaries.initdb, [`--pgdata=${fresh}`, ...options]);
  try {
    await runToEnd(file, args, as);
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rm(folder, { recursive: true, force: true });
  await rename(fresh, folder);
}

async function runToEnd(file: string, args: string[], as: { uid?: number; gid?: number }): Promise<void> {
  const child = spawn(file, args, { ...as, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
  let message = '';
  child.stderr.on('data', (chunk: Buffer) => {
    message += chunk.toString();
  });
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`initdb failed (${code}): ${message.trim()}`)),
    );
  });
}

/** A fast shutdown: running statements are rolled back, nothing committed is lost. */
export async function stopCluster(dataDir: string): Promise<void> {
  const file = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(file.split('\n')[0]);
  if (!pid || !isAlive(pid)) return;
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + 6_000;
  while (isAlive(pid)) {
    if (Date.now() > deadline) process.kill(pid, 'SIGQUIT');
    await delay(20);
  }
}

async function exists(path: string): Promise<boolean> {
  return readFile(path).then(
    () => true,
    () => false,
  );
}
