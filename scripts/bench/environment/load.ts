import { setTimeout as delay } from 'node:timers/promises';
import { openConnection, type Answer, type Connection } from './connection.ts';
import { quantile } from '../figure.ts';

export interface Load {
  /** Successful responses per second. */
  perSecond: number;
  good: number;
  /** Latencies of the successful responses in milliseconds. */
  times: number[];
  /** Number of responses by status; broken connections count as 0. */
  statuses: Map<number, number>;
}

export interface LoadOptions {
  url: string;
  /** Bytes to send, or a function that makes them for every call. */
  request: Buffer | (() => Buffer);
  clients: number;
  seconds: number;
  /** Expected status; 200 by default. */
  good?: number;
  /** Statuses of refusals under load: neither a failure of the measurement nor a successful response. */
  refusals?: readonly number[];
  /** Ends the load early. */
  signal?: AbortSignal;
}

/** A closed loop: each client sends its next request when the previous one is answered. @throws Error at an unexpected status */
export async function load(options: LoadOptions): Promise<Load> {
  const { url, request, clients, seconds, good = 200, refusals = [] } = options;
  const until = performance.now() + seconds * 1000;
  const tally = createTally(good);
  const started = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async () => {
      const connection = openConnection(url);
      try {
        while (performance.now() < until && !options.signal?.aborted) {
          const sentAt = performance.now();
          const answer = await connection.exchange(typeof request === 'function' ? request() : request);
          if (answer.status !== good && !refusals.includes(answer.status))
            throw new Error(`${url} answered ${answer.status}: ${textOf(answer)}`);
          tally.count(answer.status, performance.now() - sentAt);
        }
      } finally {
        connection.close();
      }
    }),
  );
  return tally.load((performance.now() - started) / 1000);
}

export interface OpenLoadOptions {
  url: string;
  request: Buffer | (() => Buffer);
  perSecond: number;
  seconds: number;
  /** A fixed number of sockets, used in turn; a request that finds none free is sent late. Without it, sockets are opened as needed. */
  sockets?: number;
  /** Called with every response and its milliseconds. */
  onAnswer?: (answer: Answer, ms: number) => void;
}

/** Maximum number of sockets when they are opened on demand. */
const maxSockets = 1000;

/**
 * An open loop: requests arrive at a fixed rate, whether or not earlier ones are answered, as when more people come than a server can
 * serve. A request for which no socket may be opened counts as a broken connection.
 */
export async function openLoad(options: OpenLoadOptions): Promise<Load> {
  const { url, request, perSecond, seconds, sockets, onAnswer } = options;
  const tally = createTally(200);
  const idle = Array.from({ length: sockets ?? 0 }, () => openConnection(url));
  const running = new Set<Promise<void>>();
  const ask = async (connection: Connection) => {
    const sentAt = performance.now();
    try {
      const answer = await connection.exchange(typeof request === 'function' ? request() : request);
      tally.count(answer.status, performance.now() - sentAt);
      onAnswer?.(answer, performance.now() - sentAt);
    } catch {
      tally.count(0, performance.now() - sentAt);
    }
    idle.push(connection);
  };
  const started = performance.now();
  for (let sent = 0, elapsed = 0; elapsed < seconds; elapsed = (performance.now() - started) / 1000) {
    for (const due = Math.floor(elapsed * perSecond); sent < due; sent += 1) {
      const isFull = running.size >= (sockets ?? maxSockets);
      if (isFull && sockets !== undefined) break;
      const connection = idle.shift() ?? (isFull ? undefined : openConnection(url));
      if (!connection) {
        tally.count(0, 0);
        continue;
      }
      const work = ask(connection).finally(() => running.delete(work));
      running.add(work);
    }
    await delay(5);
  }
  const lasted = (performance.now() - started) / 1000;
  await Promise.all(running);
  for (const connection of idle) connection.close();
  return tally.load(lasted);
}

/** Runs two loads alternately, so that changes on the machine affect both. @returns the medians */
export async function compare(
  ours: () => Promise<Load>,
  reference: () => Promise<Load>,
  rounds = 3,
): Promise<{ ours: Summary; reference: Summary; ratio: number }> {
  const pairs: { ours: Load; reference: Load }[] = [];
  await reference();
  await ours();
  for (let round = 0; round < rounds; round += 1) pairs.push({ reference: await reference(), ours: await ours() });
  return {
    ours: summary(pairs.map((pair) => pair.ours)),
    reference: summary(pairs.map((pair) => pair.reference)),
    ratio: quantile(
      pairs.map((pair) => pair.ours.perSecond / pair.reference.perSecond),
      0.5,
    ),
  };
}

export interface Summary {
  perSecond: number;
  p50: number;
  p95: number;
  p99: number;
}

export function summary(loads: readonly Load[]): Summary {
  const median = (value: (load: Load) => number) => quantile(loads.map(value), 0.5);
  return {
    perSecond: median((load) => load.perSecond),
    p50: median((load) => quantile(load.times, 0.5)),
    p95: median((load) => quantile(load.times, 0.95)),
    p99: median((load) => quantile(load.times, 0.99)),
  };
}

function createTally(good: number) {
  const times: number[] = [];
  const statuses = new Map<number, number>();
  return {
    count(status: number, ms: number) {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === good) times.push(ms);
    },
    load: (seconds: number): Load => ({ perSecond: times.length / seconds, good: times.length, times, statuses }),
  };
}

function textOf({ body }: Answer): string {
  return body.toString('utf8', 0, 200);
}
