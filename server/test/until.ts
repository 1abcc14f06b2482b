import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds. What takes a second on an idle machine takes a minute and more on a slow one that is busy. */
export const patienceMs = 120_000;

/**
 * Waits until a condition holds. Polls every 30 ms at first and every 250 ms at most.
 * @param why names in the error what was still missing
 * @throws after `timeoutMs`
 */
export async function until(
  condition: () => Promise<boolean> | boolean,
  timeoutMs = patienceMs,
  why: () => Promise<string> | string = () => 'condition not met',
): Promise<void> {
  const began = Date.now();
  while (!(await condition())) {
    const waited = Date.now() - began;
    if (waited > timeoutMs) throw new Error(`Waited ${timeoutMs} ms: ${await why()}`);
    await delay(Math.min(250, 30 + waited / 20));
  }
}
