import { setTimeout as delay } from 'node:timers/promises';
import { patienceMs } from '../../server/test/until.ts';

/** Retries work until it succeeds, as a person would. @throws the last error after `timeoutMs` */
export async function persistently<T>(work: () => Promise<T>, timeoutMs = patienceMs): Promise<T> {
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
