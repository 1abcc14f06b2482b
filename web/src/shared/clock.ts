import { useSyncExternalStore } from 'react';

/** By so much the server's clock is ahead of this device's; 0 until an answer of the server has told. */
let offsetMs = 0;
const listeners = new Set<() => void>();

/** The server's time: what a duration or a remaining time is counted by, for the device's clock may be wrong by days. */
export function now(): Date {
  return serverTime(Date.now());
}

/** What the server's clock showed when this device's showed this. */
export function serverTime(deviceTime: number): Date {
  return new Date(deviceTime + offsetMs);
}

/** Takes the time from an answer of the API. Its header counts whole seconds. */
export function learnTime({ headers }: Response, cameAt = Date.now()): void {
  const told = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(told)) return;
  const learned = told - cameAt;
  const isNews = Math.abs(learned - offsetMs) > 2_000;
  offsetMs = learned;
  if (isNews) for (const listener of listeners) listener();
}

/** For tests: back to the device's clock. */
export function forgetTime(): void {
  offsetMs = 0;
}

const lookEveryMs = 10_000;

/** The server's time; drawn again with every minute that begins, and when a better time is known. */
export function useNow(): Date {
  useSyncExternalStore(subscribe, minute, () => 0);
  return now();
}

function minute(): number {
  return Math.floor(now().getTime() / 60_000);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const timer = setInterval(listener, lookEveryMs);
  return () => {
    listeners.delete(listener);
    clearInterval(timer);
  };
}
