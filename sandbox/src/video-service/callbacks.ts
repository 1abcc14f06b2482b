import { setTimeout as wait } from 'node:timers/promises';
import type { VideoService } from './video-context.ts';
import type { Generation } from './video-records.ts';

/** Luma's own figures: only a 200 counts, three tries 100 ms apart, five seconds each. Source: its API documentation. */
const tries = 3;
const pauseMs = 100;
const answerWithinMs = 5_000;

/** Posts a generation to its callback address, where it has one. What is not taken after the last try is lost. */
export async function sendCallback(service: VideoService, generation: Generation): Promise<void> {
  const url = generation.request.callback_url;
  if (url === undefined) return;
  for (let count = 1; count <= tries; count += 1) {
    if (count > 1) await wait(pauseMs);
    const result = await post(url, generation);
    if (result === '200') return;
    service.log.warn({ generation: generation.id, result, count }, 'callback was not taken');
  }
}

async function post(url: string, generation: Generation): Promise<string> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(generation),
      signal: AbortSignal.timeout(answerWithinMs),
    });
    await response.body?.cancel();
    return String(response.status);
  } catch (error) {
    return `no answer: ${String(error)}`;
  }
}
