import { setTimeout as delay } from 'node:timers/promises';

/** Waits for a condition. @throws Error with the reason of `why` after `timeoutMs` */
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

/** Retries work until it succeeds, as a person would. @throws the last error after `timeoutMs` */
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

/** A response that a retry would not change. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(what: string, status: number, code: string) {
    super(`${what}: ${status} ${code}`);
    this.status = status;
    this.code = code;
  }
}
