import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BodyInput, Endpoint, Reply } from '@keepsake/contract/endpoint';
import PostalMime, { type Email } from 'postal-mime';
import { createApp, type App } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { createDeps } from '../src/start/create-deps.ts';
import type { Deps } from '../src/deps.ts';
import { bindJobs } from '../src/bind-jobs.ts';
import { sql } from 'kysely';
import { Db } from '../src/platform/database/db.ts';
import { allRows, runStatement } from './statements.ts';
import { newId, newToken, sha256 } from '../src/platform/ids.ts';
import { freePort } from '../src/platform/network/free-port.ts';
import { createLog } from '../src/platform/log.ts';
import { startRunner, type Runner } from '../src/platform/queue/runner.ts';
import { seed } from '../src/start/seed.ts';
import { startSandbox } from '../src/start/start-sandbox.ts';
import { afterFile } from './after-file.ts';
import { randomDelay } from './random-delay.ts';
import { checkReplies } from './check-replies.ts';
import { createTestDatabase, testClusterUrl } from './cluster.ts';
import { until } from './until.ts';

export interface TestUser {
  id: string;
  name: string;
  email: string;
  token: string;
}

export interface CallOptions<E extends Endpoint> {
  params?: Record<string, string>;
  query?: Record<string, string | number>;
  body?: BodyInput<E> | Record<string, unknown>;
  token?: string | undefined;
  headers?: Record<string, string>;
}

export interface Answer<E extends Endpoint> {
  status: number;
  /** The reply on success; on an error `error` has its body. */
  data: Reply<E>;
  error: { error: string; code: string; fields?: Record<string, string> } & Record<string, unknown>;
  headers: Headers;
}

export interface TestApp {
  url: string;
  deps: Deps;
  db: Db;
  app: App;
  /** One call of the contract over HTTP. */
  call<E extends Endpoint>(endpoint: E, options?: CallOptions<E>): Promise<Answer<E>>;
  /** A verified user with a session, made directly in the database. */
  createUser(
    options?: Partial<{ name: string; email: string; role: 'User' | 'Admin'; language: string }>,
  ): Promise<TestUser>;
  /** Messages in the outbox, parsed, in the order in which they were written down: a worker may send them in another. */
  mails(): Promise<Email[]>;
  /** Runs the queue until nothing is left, delayed jobs included. */
  drain(timeoutMs?: number): Promise<void>;
  /** Starts a worker that goes on beside the test; stopped at the end. */
  startWorker(): Promise<Runner>;
}

export interface TestOptions {
  /** Settings as in the environment. */
  settings?: Record<string, string>;
  /** Start the checkout sandbox and use it for payments. */
  checkout?: boolean;
  /** The database of another test app, to see it with other settings (a shifted clock, for instance). */
  databaseUrl?: string | undefined;
  /** Gets every line of the log, whatever its level. */
  onLog?: (line: string) => void;
  /** Look for faces in uploaded photos. That takes seconds of the processor, so the checks of a test that is not about them do nothing. */
  photoChecks?: boolean;
}

/** What an app ends with: a test, or whatever else tells when it is over. */
export type Lifetime = { onTestFinished(stop: () => Promise<void>): void };

/** The whole server on a real database and real files of its own, stopped when the test (or file, without `t`) ends. */
export async function startTestApp(t: Lifetime | undefined, options: TestOptions = {}): Promise<TestApp> {
  const cleanups: (() => Promise<unknown>)[] = [];
  let faults: readonly string[] = [];
  const stop = async () => {
    for (const cleanup of cleanups.toReversed()) await cleanup();
    assert.deepEqual(faults, [], 'answers are as the API document says');
  };
  if (t) t.onTestFinished(stop);
  else afterFile(stop);

  const dataDir = await mkdtemp(join(tmpdir(), 'keepsake-test-'));
  cleanups.push(() => rm(dataDir, { recursive: true, force: true }));
  const database = options.databaseUrl
    ? { url: options.databaseUrl, drop: async () => undefined }
    : await createTestDatabase(testClusterUrl());
  cleanups.push(() => database.drop());
  const log = options.onLog
    ? createLog('trace', 'test', { write: options.onLog })
    : createLog(process.env['TEST_LOG'] ?? 'silent', 'test');
  const given = {
    DATA_DIR: dataDir,
    PORT: '0',
    RATE_LIMIT: 'off',
    POLL_INTERVAL_MS: '300',
    LEASE_MS: '2000',
    RECONCILE_WAIT_MS: '1000',
  };
  // Without the sandbox, a payment provider that nobody can reach.
  const nobody = {
    STRIPE_SECRET_KEY: 'sk_test_nobody',
    STRIPE_WEBHOOK_SECRET: 'whsec_nobody',
    STRIPE_API_BASE: 'http://127.0.0.1:9',
  };
  let config = readConfig({
    ...given,
    ...(!options.checkout && nobody),
    ...options.settings,
    DATABASE_URL: database.url,
  });
  const db = new Db({
    url: database.url,
    directUrl: config.DATABASE_DIRECT_URL,
    clockOffsetMs: config.CLOCK_OFFSET_MS,
    connectMs: 30_000,
  });
  cleanups.push(() => db.destroy());

  // The address must be known before the parts that print it into links are made.
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  if (options.checkout) {
    const sandbox = await startSandbox(config, url, log);
    cleanups.push(() => sandbox.stop());
    config = sandbox.config;
  }
  const deps = {
    ...(await createDeps(config, { db, log, publicUrl: url, sandboxCheckout: options.checkout ?? false })),
    // On a busy machine all figures are slow, and a test that reads them twice needs the new ones.
    quickFiguresMs: Infinity,
  };
  await seed(deps);
  const app = await createApp(deps);
  faults = checkReplies(app.server);
  app.server.addHook('onRequest', () => randomDelay(150));
  cleanups.push(async () => {
    // An answer whose body a test did not read would hold its connection for a minute.
    app.server.server.closeAllConnections();
    await app.server.close();
  });
  await app.server.listen({ port, host: '127.0.0.1' });

  const startWorker = async () => {
    const jobs = bindJobs(deps).map((job) => ({
      ...job,
      run: async (...given: Parameters<typeof job.run>) => {
        await randomDelay(1500);
        if (job.name !== 'check-photo' || options.photoChecks) await job.run(...given);
      },
    }));
    const runner = await startRunner({ pool: db.directPool, jobs, concurrency: 4, log });
    let stopped = false;
    const once = {
      ...runner,
      stop: async () => {
        if (!stopped) {
          stopped = true;
          await runner.stop();
        }
      },
    };
    cleanups.push(() => once.stop());
    return once;
  };
  return {
    url,
    deps,
    db,
    app,
    call: (endpoint, callOptions) => callApi(url, endpoint, callOptions),
    createUser: (user) => createUser(db, user),
    mails: () => readOutbox(join(dataDir, 'outbox')),
    drain: async (timeoutMs = 100_000) => {
      const runner = await startWorker();
      let left = await waitingJobs(db);
      try {
        while (left.length > 0) left = await untilOthersWait(db, left, timeoutMs);
      } finally {
        await runner.stop();
      }
    },
    startWorker,
  };
}

async function callApi<E extends Endpoint>(
  base: string,
  endpoint: E,
  options: CallOptions<E> = {},
): Promise<Answer<E>> {
  const path = endpoint.path.replace(/:([a-z]+)/gi, (_, name: string) =>
    encodeURIComponent(options.params?.[name] ?? ''),
  );
  const query = new URLSearchParams(
    Object.entries(options.query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const response = await fetch(`${base}${path}${query.size > 0 ? `?${query}` : ''}`, {
    method: endpoint.method,
    headers: {
      ...(options.token && { authorization: `Bearer ${options.token}` }),
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
  });
  const isTable = response.headers.get('content-type')?.startsWith('text/csv') ?? false;
  const body = (
    isTable ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.bytes()) : await response.json()
  ) as never;
  return { status: response.status, data: body, error: body, headers: response.headers };
}

async function createUser(db: Db, options: Parameters<TestApp['createUser']>[0] = {}): Promise<TestUser> {
  const id = newId();
  const token = newToken();
  const user = { id, token, name: options.name ?? 'Ada Kovács', email: options.email ?? `${id}@example.com` };
  await runStatement(
    db,
    sql`
    insert into users (id, name, email, role, password_hash, default_language, email_verified_at, created_at)
    values (${id}, ${user.name}, ${user.email}, ${options.role ?? 'User'}, 'none', ${options.language ?? 'en'}, app_now(), app_now())`,
  );
  await runStatement(
    db,
    sql`insert into sessions (token_hash, user_id, created_at, last_used_at) values (${sha256(token)}, ${id}, app_now(), app_now())`,
  );
  return user;
}

async function readOutbox(folder: string): Promise<Email[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(files.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))));
  return mails.toSorted((one, other) => (one.messageId ?? '').localeCompare(other.messageId ?? ''));
}

interface WaitingJob {
  taskIdentifier: string;
  attempts: number;
  lastError: string | null;
}

function waitingJobs(db: Db): Promise<WaitingJob[]> {
  return allRows(
    db,
    sql`select task_identifier, attempts, last_error from graphile_worker.jobs where attempts < max_attempts or locked_at is not null`,
  );
}

/** Waits until one of the jobs has ended, been tried again, or left another. A busy machine has `timeoutMs` for each, not for all of them. */
async function untilOthersWait(db: Db, jobs: readonly WaitingJob[], timeoutMs: number): Promise<WaitingJob[]> {
  let now: WaitingJob[] = [];
  const isChanged = async () => JSON.stringify((now = await waitingJobs(db))) !== JSON.stringify(jobs);
  await until(isChanged, timeoutMs, () => describeJobs(db));
  return now;
}

async function describeJobs(db: Db): Promise<string> {
  const jobs = await waitingJobs(db);
  return `jobs left: ${jobs.map((job) => `${job.taskIdentifier} (try ${job.attempts}${job.lastError ? `: ${job.lastError}` : ''})`).join('; ')}`;
}
