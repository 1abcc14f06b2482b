import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { openCluster, type Cluster } from '../../server/src/platform/embedded-postgres/cluster.ts';
import { startTcpProxy } from './tcp-proxy.ts';

/** A real PostgreSQL of its own behind a proxy, so that it can be taken away and given back under one address. */
export interface FaultDatabase {
  /** What the product gets as DATABASE_URL. */
  readonly url: string;
  /** Asks past the proxy. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Shut down and unreachable until `up`. */
  down(): Promise<void>;
  up(): Promise<void>;
  /** Ends it without a word (SIGKILL) or in the middle of everything (SIGQUIT); it comes back by itself within seconds. */
  kill(signal: 'SIGKILL' | 'SIGQUIT'): Promise<void>;
  /** Connections stand, nothing passes. */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

const name = 'keepsake';

export async function startFaultDatabase(folder: string): Promise<FaultDatabase> {
  let cluster: Cluster = await openCluster(folder);
  const target = () => new URL(cluster.url(name));
  const proxy = await startTcpProxy(() => Number(target().port));
  await ask(cluster.url('postgres'), `create database ${name}`, []);
  const url = target();
  url.port = String(proxy.port);
  return {
    url: url.href,
    query: (text, values = []) => ask(cluster.url(name), text, values),
    down: async () => {
      proxy.refuse();
      await cluster.stop();
    },
    up: async () => {
      cluster = await openCluster(folder);
      proxy.pass();
    },
    kill: async (signal) => {
      const file = await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8');
      process.kill(Number(file.split('\n')[0]), signal);
    },
    freeze: () => proxy.freeze(),
    thaw: () => proxy.pass(),
    close: async () => {
      await proxy.close();
      await cluster.stop();
    },
  };
}

async function ask<Row extends object>(url: string, text: string, values: unknown[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 20_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}
