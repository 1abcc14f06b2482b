import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { setTimeout as delay } from 'node:timers/promises';
import { checkSurroundings } from '../server/src/start/check-surroundings.ts';
import { ConfigError, readConfig } from '../server/src/config.ts';
import { reachDatabase } from '../server/src/start/open-database.ts';
import { freePort } from '../server/src/platform/network/free-port.ts';

const root = join(import.meta.dirname, '..');
let dataDir: string;
let port: number;
let product: Promise<ChildProcess> | undefined;
beforeAll(async () => {
  dataDir = join(await mkdtemp(join(tmpdir(), 'keepsake-start-')), 'data');
  port = await freePort();
});
afterAll(async () => {
  // Still running if a test failed.
  const left = await product?.catch(() => undefined);
  if (left) process.kill(-pidOf(left), 'SIGKILL');
  const pid = await databasePid();
  if (pid && isAlive(pid)) process.kill(pid, 'SIGINT');
  await until(async () => !pid || !isAlive(pid));
  await rm(dirname(dataDir), { recursive: true, force: true });
});

/** Settings of real services, which are never called. */
const realServices = {
  STRIPE_SECRET_KEY: 'sk_test_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  SMTP_URL: 'smtp://127.0.0.1:2525',
};

describe('npm start', () => {
  test('starts again on the same folder and port after a SIGKILL of all its processes, if the database still runs', async () => {
    const first = await running();
    const database = (await databasePid()) ?? 0;
    process.kill(-pidOf(first), 'SIGKILL');
    await once(first, 'exit');
    forget();
    assert.ok(isAlive(database), 'the database outlived its owner');
    await running();
    assert.equal(await databasePid(), database, 'and was joined rather than doubled');
  });

  test('shows mails to this machine alone, and its files to its owner alone', async () => {
    await running();
    const mailbox = (headers: Record<string, string>) =>
      fetch(`http://127.0.0.1:${port}/dev/mail.json`, { headers }).then(({ status }) => status);
    assert.equal(await mailbox({}), 200);
    for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip'])
      assert.equal(await mailbox({ [header]: '127.0.0.1' }), 404, header);
    for (const path of ['.', 'media', 'tmp', 'sandbox', 'sandbox/settings.json', 'outbox']) {
      const found = await stat(join(dataDir, path)).catch(() => undefined);
      if (found) assert.equal(found.mode & 0o077, 0, path);
    }
  });

  test('brings its database back if that alone was killed', async () => {
    await running();
    const database = (await databasePid()) ?? 0;
    process.kill(database, 'SIGKILL');
    await until(async () => (await databasePid()) !== database && (await isReady()));
  });

  test('stops everything on a SIGTERM to its process group', async () => {
    const npm = await running();
    const database = (await databasePid()) ?? 0;
    process.kill(-pidOf(npm), 'SIGTERM');
    const [code] = (await once(npm, 'exit')) as [number];
    forget();
    assert.equal(code, 0, 'a graceful stop, not one cut short by the signal arriving twice');
    await until(() => !isAlive(database));
  });

  test(
    'stops everything that it started on a SIGTERM to its own process, the database included',
    { tags: ['full'] },
    async () => {
      const npm = await running();
      const database = await databasePid();
      assert.ok(database && isAlive(database));
      npm.kill('SIGTERM');
      await once(npm, 'exit');
      forget();
      await until(() => !isAlive(database));
      await assert.rejects(fetch(`http://127.0.0.1:${port}/healthz`));
    },
  );

  test(
    'starts as web and as workers at one moment on a fresh folder; they find a database that was started anew',
    { tags: ['full'] },
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'keepsake-roles-'));
      const running = await Promise.all(['web', 'worker', 'worker'].map((role) => startRole(role, folder)));
      try {
        process.kill((await databasePid(folder)) ?? 0, 'SIGKILL');
        running[0]?.kill('SIGKILL');
        running[0] = await startRole('web', folder);
        const account = { name: 'Ilse Brandt', email: 'ilse@example.com', password: 'seven green bicycles' };
        const answer = await fetch(`http://127.0.0.1:${port}/api/auth/register`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(account),
        });
        assert.equal(answer.status, 201);
        await until(async () => (await readdir(join(folder, 'outbox')).catch(() => [])).length > 0);
      } finally {
        const ends = running.map((child) => once(child, 'exit'));
        for (const child of running) child.kill('SIGTERM');
        await Promise.all(ends);
      }
      await rm(folder, { recursive: true, force: true });
    },
  );

  const refusals: [Record<string, string>, RegExp][] = [
    [{ PORT: 'abc' }, /^Setting PORT cannot be used: a port from 0 to 65535 is expected\.$/m],
    [
      { LEASE_MS: '5' },
      /^Setting LEASE_MS cannot be used: a whole number of milliseconds from 300 to 86400000 is expected\.$/m,
    ],
    [
      { STRIPE_SECRET_KEY: 'sk_test_x' },
      /^Setting STRIPE_SECRET_KEY needs STRIPE_WEBHOOK_SECRET: set both or neither\.$/m,
    ],
    [
      { S3_ENDPOINT: 'http://localhost:9000' },
      /^Setting S3_ENDPOINT needs S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: set all/m,
    ],
    [
      { DATA_DIR: join(root, 'package.json') },
      /^Setting DATA_DIR cannot be used: a folder that can be written is expected/m,
    ],
    [{ HOST: '203.0.113.9' }, /^Setting HOST cannot be used: an address of this machine/m],
    [
      { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' },
      /^Setting DATABASE_URL cannot be used: a PostgreSQL 15 or newer/m,
    ],
    [{ NODE_ENV: 'prod' }, /^Setting NODE_ENV cannot be used: development, test or production is expected\.$/m],
    [{ NODE_ENV: 'production' }, /^Setting PUBLIC_URL is missing: with NODE_ENV=production mails must/m],
    [
      { NODE_ENV: 'production', PUBLIC_URL: 'https://keepsake.example' },
      /^Setting SMTP_URL and STRIPE_SECRET_KEY is missing/m,
    ],
    [
      { ...realServices, NODE_ENV: 'production', PUBLIC_URL: 'https://keepsake.example' },
      /^Setting SELLER_NAME, SELLER_ADDRESS and SELLER_TAX_NUMBER is missing: .*; set it, or BILLINGO_API_KEY, or ALLOW_SANDBOX=true\.$/m,
    ],
    [
      { NODE_ENV: 'production', ALLOW_SANDBOX: 'true', CLOCK_OFFSET_MS: '1000' },
      /^Setting CLOCK_OFFSET_MS is for tests/m,
    ],
  ];
  for (const [settings, line] of refusals) {
    test(`refuses ${Object.keys(settings).join(', ')} with one line that says which, why and what is expected`, async () => {
      const told = await refusal(settings);
      assert.match(told, line);
      assert.equal(told.trim().split('\n').length, 1);
    });
  }

  test('prints such a line alone, and fails', async () => {
    const settings = { DATA_DIR: join(root, 'package.json') };
    assert.equal((await refusalOfProcess(settings)).trim(), await refusal(settings));
  });
});

/** Output of a process that refuses to start. */
async function refusalOfProcess(settings: Record<string, string>): Promise<string> {
  const child = spawn('node', ['server/src/main.ts'], {
    cwd: root,
    env: { ...environment(), ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [[code], printed] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
  assert.equal(code, 1);
  return printed;
}

/** The same without a process: the checks of a start. */
async function refusal(settings: Record<string, string>): Promise<string> {
  let told = '';
  const attempt = async () => {
    const config = readConfig({ ...environment(), ...settings });
    await checkSurroundings(config);
    await (await reachDatabase(config)).close();
  };
  await assert.rejects(attempt, (error: Error) => {
    told = error.message;
    return error instanceof ConfigError;
  });
  return told;
}

/** Starts the product by `npm start`, unless it is still running. */
function running(): Promise<ChildProcess> {
  return (product ??= start());
}

function forget(): void {
  product = undefined;
}

async function start(): Promise<ChildProcess> {
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  await untilReady(npm);
  await until(isReady);
  return npm;
}

async function startRole(role: string, folder: string): Promise<ChildProcess> {
  const env = { ...environment(), DATA_DIR: folder, ROLE: role };
  const child = spawn('node', ['server/src/main.ts'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  await untilReady(child);
  return child;
}

async function untilReady(child: ChildProcess): Promise<void> {
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  await until(
    () => {
      if (child.exitCode !== null) throw new Error(`It ended:\n${printed}`);
      return printed.includes('is ready');
    },
    () => printed,
  );
}

/** The environment of a shell, without the variables that npm adds to this test. */
function environment(): Record<string, string> {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'));
  return {
    ...(Object.fromEntries(own) as Record<string, string>),
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
  };
}

async function databasePid(folder = dataDir): Promise<number | undefined> {
  const file = await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8').catch(() => '');
  return Number(file.split('\n')[0]) || undefined;
}

async function isReady(): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    (response) => response.status === 200,
    () => false,
  );
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('not started');
  return child.pid;
}

async function until(
  condition: () => boolean | Promise<boolean>,
  why: () => string = () => 'condition not met',
): Promise<void> {
  const deadline = Date.now() + 150_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(why());
    await delay(50);
  }
}
