import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { JudgeOptions, PhotoVerdict } from './judge-photo.ts';

/** Judges photos in as many threads as there are cores, up to four; the verdicts come in the photos' order. */
export async function judgePhotos(
  photos: readonly string[],
  options: JudgeOptions,
  onVerdict: (verdict: PhotoVerdict) => void = () => undefined,
): Promise<PhotoVerdict[]> {
  const verdicts: PhotoVerdict[] = [];
  const waiting = [...photos.entries()];
  const threads = Array.from({ length: Math.min(4, availableParallelism(), photos.length) }, async () => {
    const worker = new Worker(new URL('./judge-photo.worker.ts', import.meta.url), { workerData: options });
    try {
      await once(worker, 'message');
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        worker.postMessage(next[1]);
        const [verdict] = (await once(worker, 'message')) as [PhotoVerdict];
        verdicts[next[0]] = verdict;
        onVerdict(verdict);
      }
    } finally {
      await worker.terminate();
    }
  });
  await Promise.all(threads);
  return verdicts;
}
