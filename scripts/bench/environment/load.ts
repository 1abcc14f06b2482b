import { setTimeout as delay } from 'node:timers/promises';
import { openConnection, type Answer, type Connection } from './connection.ts';
import { quantile } from '../figure.ts';

export interface Load {
  /** Good answers a second. */
  perSecond: number;
  good: number;
  /** Milliseconds of the good answers. */
  times: number[];
  /** Answers by status; connections that broke count as 0. */
  statuses: Map<number, number>;
}

export interface LoadOptions {
  url: string;
  /** Bytes to send, or what makes them for every call. */
  request: Buffer | (() => Buffer);
  clients: number;
  seconds: number;
  /** Of a good answer; 200 unless said otherwise. */
  good?: number;
  /** Statuses that say "not now": no failure of the measurement, but no good answer either. */
  refusals?: readonly number[];
  /** Ends the load before its time. */
  signal?: AbortSignal;
}

/** So many clients, each asking again as soon as it is answered. @throws Error at an answer that nobody expected */
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
  /** Exactly so many sockets, used in turn: a request that finds none of them free is sent late. Otherwise more are opened as they are needed. */
  sockets?: number;
  /** Told every answer with its milliseconds. */
  onAnswer?: (answer: Answer, ms: number) => void;
}

/** Where as many sockets are opened as are needed. */
const mostSockets = 1000;

/**
 * Requests that come at their own pace, whether or not the ones before are answered: what a server sees when more people come than it can
 * serve. A request for which no socket may be opened any more is counted as 0 with those that broke.
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
      const isFull = running.size >= (sockets ?? mostSockets);
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

/** Two loads, one after the other, several times: what changes on the machine meanwhile falls on both. @returns the medians */
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
