import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { type Cluster, openCluster } from '../../../server/src/platform/embedded-postgres/cluster.ts';
import { createTestDatabase } from '../../../server/test/cluster.ts';

/** A database of a real PostgreSQL behind a proxy, so that it can go down and come back under one address. */
export interface FaultDatabase {
  /** The product's DATABASE_URL. */
  readonly url: string;
  /** Queries the database without the proxy. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Unreachable until `up`; a cluster of its own is shut down as well. */
  down(): Promise<void>;
  up(): Promise<void>;
  /**
   * Kills it (SIGKILL), or shuts it down immediately (SIGQUIT); it restarts within seconds.
   * @throws if its cluster is shared
   */
  kill(signal: 'SIGKILL' | 'SIGQUIT'): Promise<void>;
  /** Connections stay open, but no bytes pass. */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

const name = 'keepsake';
/** Safe for killed processes; only a crash of the machine would lose data. */
const quickSettings = { fsync: 'off', full_page_writes: 'off' };

/** A database of the test run's cluster, which is migrated already. */
export async function joinTestCluster(adminUrl: string): Promise<FaultDatabase> {
  const database = await createTestDatabase(adminUrl);
  const proxy = await startTcpProxy(() => Number(new URL(database.url).port));
  const pool = createPool(database.url);
  return {
    url: throughProxy(database.url, proxy.port),
    query: (text, values = []) => ask(pool, text, values),
    down: async () => proxy.refuse(),
    up: async () => proxy.pass(),
    kill: async () => {
      throw new Error('This scenario needs a cluster of its own.');
    },
    freeze: () => proxy.freeze(),
    thaw: () => proxy.pass(),
    close: async () => {
      await proxy.close();
      await pool.end();
      await database.drop();
    },
  };
}

/** A separate cluster. */
export async function startFaultDatabase(folder: string): Promise<FaultDatabase> {
  let cluster: Cluster = await openCluster(folder, quickSettings);
  const proxy = await startTcpProxy(() => Number(new URL(cluster.url(name)).port));
  const maintenance = createPool(cluster.url('postgres'));
  await maintenance.query(`create database ${name}`);
  await maintenance.end();
  let pool = createPool(cluster.url(name));
  return {
    url: throughProxy(cluster.url(name), proxy.port),
    query: (text, values = []) => ask(pool, text, values),
    down: async () => {
      proxy.refuse();
      await pool.end();
      await cluster.stop();
    },
    up: async () => {
      cluster = await openCluster(folder, quickSettings);
      pool = createPool(cluster.url(name));
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
      await pool.end();
      await cluster.stop();
    },
  };
}

function throughProxy(address: string, port: number): string {
  const url = new URL(address);
  url.port = String(port);
  return url.href;
}

/** Broken connections, as after a kill of the database, are dropped from the pool. */
function createPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 4, connectionTimeoutMillis: 20_000 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

async function ask<Row extends object>(pool: pg.Pool, text: string, values: unknown[]): Promise<Row[]> {
  return (await pool.query<Row>(text, values)).rows;
}

/** Forwards connections to a local port, and can stop in two ways. */
export interface TcpProxy {
  readonly port: number;
  /** Breaks all connections and refuses new ones. */
  refuse(): void;
  /** Keeps connections open but forwards nothing, as when a machine loses its network. */
  freeze(): void;
  /** Forwards again; frozen connections are broken. */
  pass(): void;
  close(): Promise<void>;
}

async function startTcpProxy(targetPort: () => number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let mode: 'pass' | 'refuse' | 'freeze' = 'pass';

  const server = createServer((incoming) => {
    track(incoming);
    if (mode === 'refuse') incoming.resetAndDestroy();
    else if (mode === 'pass') join(incoming);
    else incoming.pause();
  });
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
  };
  const join = (incoming: Socket) => {
    const outgoing = connect(targetPort(), '127.0.0.1');
    track(outgoing);
    for (const [from, to] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      from.on('data', (chunk) => mode === 'pass' && to.write(chunk));
      from.once('close', () => mode !== 'freeze' && to.destroy());
    }
  };
  const breakOff = () => {
    for (const socket of sockets) socket.destroy();
  };

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: address && typeof address === 'object' ? address.port : 0,
    refuse: () => {
      mode = 'refuse';
      breakOff();
    },
    freeze: () => {
      mode = 'freeze';
    },
    pass: () => {
      if (mode === 'freeze') breakOff();
      mode = 'pass';
    },
    close: async () => {
      breakOff();
      server.close();
      await once(server, 'close');
    },
  };
}
