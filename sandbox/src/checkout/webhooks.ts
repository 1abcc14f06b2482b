import { createHmac } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { killProcesses } from '../strikes.ts';
import { type CheckoutRecords, type EventRecord, newestFirst } from './checkout-records.ts';

const firstRetryMs = 500;
const longestRetryMs = 60_000;
const answerWithinMs = 20_000;
/** Stripe tries for up to three days. */
const giveUpAfterMs = 3 * 24 * 60 * 60 * 1000;

export type Webhooks = {
  /** Delivers a recorded event; a failed delivery is retried later. Resolves after the first try. */
  deliver(eventId: string): Promise<void>;
  /** Sends an event `times` times concurrently, whatever its state. @returns a status or an error for each */
  repeat(eventId: string, times: number): Promise<string[]>;
  /** Schedules the events that an earlier process left undelivered. */
  resume(): void;
  hold(): void;
  /** Ends a hold and sends what was held, one after the other. */
  release(order: 'oldest_first' | 'newest_first'): Promise<void>;
  isHeld(): boolean;
  /** Kills processes around the next delivery. */
  killAtNext(kill: KillAtDelivery): void;
  stop(): Promise<void>;
};

export type KillAtDelivery = {
  pids: number[];
  /** `sent`: the event has gone out, no answer has come. `answered`: the shop has answered. */
  moment: 'sent' | 'answered';
  /** Delay after that moment. */
  delayMs: number;
};

type Options = {
  records: CheckoutRecords;
  url: () => string;
  secret: string;
  log: FastifyBaseLogger;
};

export function createWebhooks({ records, url, secret, log }: Options): Webhooks {
  const timers = new Map<string, NodeJS.Timeout>();
  const running = new Set<Promise<unknown>>();
  const stopping = new AbortController();
  let held = false;
  let kill: KillAtDelivery | undefined;

  const post = async (record: EventRecord) => {
    const planned = kill;
    kill = undefined;
    const answer = postEvent(record, url(), secret, stopping.signal);
    if (planned?.moment === 'answered') await answer;
    if (planned) setTimeout(() => killProcesses({ ...planned, signal: 'SIGKILL' }), planned.delayMs);
    return answer;
  };

  async function attempt(eventId: string): Promise<void> {
    clearTimeout(timers.get(eventId));
    timers.delete(eventId);
    const record = records.get('events', eventId);
    if (!record || record.delivery.state !== 'pending' || held || stopping.signal.aborted) return;
    const result = await post(record);
    if (stopping.signal.aborted) return;
    const delivery = afterAttempt(record, result);
    log[delivery.state === 'delivered' ? 'info' : 'warn']({ event: eventId, result }, `webhook ${delivery.state}`);
    await records.write([{ kind: 'events', record: { ...record, delivery } }]);
    if (delivery.state === 'pending') schedule(eventId, delivery.nextAttemptAt);
  }

  function schedule(eventId: string, at: number): void {
    const begin = () => void track(attempt(eventId));
    timers.set(eventId, setTimeout(begin, Math.max(0, at - Date.now())).unref());
  }

  async function track<T>(work: Promise<T>): Promise<T | undefined> {
    running.add(work);
    try {
      return await work;
    } catch (error) {
      log.error({ err: error }, 'webhook delivery could not be recorded');
      return undefined;
    } finally {
      running.delete(work);
    }
  }

  return {
    async deliver(eventId) {
      await track(attempt(eventId));
    },
    async repeat(eventId, times) {
      const record = records.get('events', eventId);
      if (!record) return [];
      return Promise.all(Array.from({ length: times }, () => post(record)));
    },
    resume() {
      for (const { id, delivery } of records.all('events')) {
        if (delivery.state === 'pending') schedule(id, delivery.nextAttemptAt);
      }
    },
    hold: () => void (held = true),
    async release(order) {
      held = false;
      const pending = newestFirst(records.all('events').filter((record) => record.delivery.state === 'pending'));
      if (order === 'oldest_first') pending.reverse();
      for (const { id } of pending) await track(attempt(id));
    },
    isHeld: () => held,
    killAtNext: (planned) => void (kill = planned),
    async stop() {
      stopping.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.allSettled(running);
    },
  };
}

/** Posts an event with a new signature. @returns the status, or why there was none. Only a 2xx counts as delivered. */
async function postEvent(record: EventRecord, url: string, secret: string, stop: AbortSignal): Promise<string> {
  const payload = JSON.stringify(record.event, null, 2);
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signatureHeader(payload, secret, Math.floor(Date.now() / 1000)),
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      },
      body: payload,
      signal: AbortSignal.any([stop, AbortSignal.timeout(answerWithinMs)]),
    });
    await response.body?.cancel();
    return String(response.status);
  } catch (error) {
    return `no answer: ${reason(error)}`;
  }
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

function afterAttempt({ delivery }: EventRecord, result: string): EventRecord['delivery'] {
  const attempts = delivery.attempts + 1;
  if (/^2\d\d$/.test(result))
    return { ...delivery, state: 'delivered', attempts, nextAttemptAt: 0, lastResult: result };
  const nextAttemptAt = Date.now() + Math.min(firstRetryMs * 2 ** delivery.attempts, longestRetryMs);
  const state = nextAttemptAt - delivery.since > giveUpAfterMs ? 'abandoned' : 'pending';
  return { ...delivery, state, attempts, nextAttemptAt, lastResult: result };
}

/**
 * The `Stripe-Signature` header of a payload: HMAC-SHA256 over `<seconds>.<raw body>`, keyed with the whole secret.
 * Scheme: https://docs.stripe.com/webhooks#verify-manually
 */
function signatureHeader(payload: string, secret: string, seconds: number): string {
  const signature = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex');
  return `t=${seconds},v1=${signature}`;
}
