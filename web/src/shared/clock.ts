import { useSyncExternalStore } from 'react';

/** Offset of the server's clock to the device's in ms; 0 until the first reply. */
let offsetMs = 0;
const listeners = new Set<() => void>();

/** The server's time. Use it for durations, because the device's clock may be wrong by days. */
export function now(): Date {
  return serverTime(Date.now());
}

/** Converts a time of the device to the server's time. */
export function serverTime(deviceTime: number): Date {
  return new Date(deviceTime + offsetMs);
}

/** Reads the server's time from the Date header of a reply, which has a precision of one second. */
export function learnTime({ headers }: Response, cameAt = Date.now()): void {
  const told = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(told)) return;
  const learned = told - cameAt;
  const isNews = Math.abs(learned - offsetMs) > 2_000;
  offsetMs = learned;
  if (isNews) for (const listener of listeners) listener();
}

/** For tests: resets to the device's clock. */
export function forgetTime(): void {
  offsetMs = 0;
}

const checkEveryMs = 10_000;

/** The server's time; rerenders every full minute and when the offset changes. */
export function useNow(): Date {
  useSyncExternalStore(subscribe, minute, () => 0);
  return now();
}

function minute(): number {
  return Math.floor(now().getTime() / 60_000);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const timer = setInterval(listener, checkEveryMs);
  return () => {
    listeners.delete(listener);
    clearInterval(timer);
  };
}
