import { setTimeout as delay } from 'node:timers/promises';

/** Waits for a condition; fails with what stood in the way. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 60_000,
  why: () => string | Promise<string> = () => 'condition not met',
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs} ms: ${await why()}`);
    await delay(60);
  }
}

/** Does again what failed, as a person would, until it succeeds or the time is over. */
export async function persistently<T>(work: () => Promise<T>, timeoutMs = 60_000): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  while (true) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Refused || Date.now() > deadline) throw error;
      await delay(200);
    }
  }
}

/** An answer that trying again does not change. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(what: string, status: number, code: string) {
    super(`${what}: ${status} ${code}`);
    this.status = status;
    this.code = code;
  }
}
