import { limits } from '@keepsake/contract/limits';
// oxlint-disable-next-line import/default -- the bundler makes it: the address of the built worker
import workerUrl from './downscale.worker.ts?worker&url';
import { CodeUnavailable, loadCode } from '../../../shared/load-code.ts';
import { trustedWorkerUrl } from '../../../shared/photos/trusted-worker-url.ts';
import { AlteredByBrowser } from './downscale-photo.ts';
import type { DownscaleReply, DownscaleRequest } from './downscale.worker.ts';

/**
 * Downscales a photo of more than 1 MB in a worker. Returns the original if it is small enough, would grow, or cannot be downscaled by
 * this browser; the server then reports what is wrong with it. If the original is too large to upload, throws AlteredByBrowser, or
 * CodeUnavailable if the worker's script could not be loaded.
 */
export async function downscalePhoto(file: File): Promise<File> {
  if (file.size <= limits.downscaleAboveBytes) return file;
  const blob = await inWorker(file).catch((error: unknown) => {
    const isKnown = error instanceof AlteredByBrowser || error instanceof CodeUnavailable;
    if (isKnown && file.size > limits.photoBytes) throw error;
    return null;
  });
  if (!blob || blob.size >= file.size) return file;
  return new File([blob], file.name.replace(/(\.[^.]*)?$/, '.jpg'), { type: blob.type });
}

let worker: Promise<Worker> | undefined;
let lastId = 0;
const pending = new Map<number, { resolve: (blob: Blob) => void; reject: (reason: Error) => void }>();

async function inWorker(file: Blob): Promise<Blob> {
  worker ??= loadCode(startWorker);
  const started = await worker.catch((error: unknown) => {
    worker = undefined;
    throw error;
  });
  const id = ++lastId;
  const request: DownscaleRequest = { id, file, quality: limits.downscaleQuality };
  return new Promise((resolve, reject) => {
    pending.set(id, { resolve, reject });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
    started.postMessage(request);
  });
}

/** A worker whose script has loaded. */
function startWorker(): Promise<Worker> {
  const started = new Worker(trustedWorkerUrl(workerUrl), { type: 'module' });
  return new Promise((resolve, reject) => {
    started.addEventListener('message', ({ data }: MessageEvent<DownscaleReply>) => {
      if (data === 'ready') return resolve(started);
      const waiting = pending.get(data.id);
      pending.delete(data.id);
      if ('blob' in data) waiting?.resolve(data.blob);
      else waiting?.reject(data.isAltered ? new AlteredByBrowser(data.error) : new Error(data.error));
    });
    started.addEventListener('error', () => {
      worker = undefined;
      const stopped = new Error('The image worker stopped');
      reject(stopped);
      for (const waiting of pending.values()) waiting.reject(stopped);
      pending.clear();
    });
  });
}
