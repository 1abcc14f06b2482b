import { limits } from '@keepsake/contract/limits';
// oxlint-disable-next-line import/default -- the bundler makes it: the address of the built worker
import workerUrl from './downscale.worker.ts?worker&url';
import type { DownscaleReply, DownscaleRequest } from './downscale.worker.ts';

/**
 * Reduces a photo of more than 1 MB off the main thread. A photo that is small enough, that the browser cannot read or that would
 * grow is returned as it is: the server says what is wrong with it.
 */
export async function downscalePhoto(file: File): Promise<File> {
  if (file.size <= limits.downscaleAboveBytes) return file;
  const blob = await inWorker(file).catch(() => null);
  if (!blob || blob.size >= file.size) return file;
  return new File([blob], file.name.replace(/(\.[^.]*)?$/, '.jpg'), { type: blob.type });
}

let worker: Worker | undefined;
let lastId = 0;
const pending = new Map<number, { resolve: (blob: Blob) => void; reject: (reason: Error) => void }>();

function inWorker(file: Blob): Promise<Blob> {
  worker ??= startWorker();
  const id = ++lastId;
  const request: DownscaleRequest = { id, file, quality: limits.downscaleQuality };
  return new Promise((resolve, reject) => {
    pending.set(id, { resolve, reject });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
    worker?.postMessage(request);
  });
}

function startWorker(): Worker {
  const started = new Worker(trustedUrl(workerUrl), { type: 'module' });
  started.addEventListener('message', ({ data }: MessageEvent<DownscaleReply>) => {
    const waiting = pending.get(data.id);
    pending.delete(data.id);
    if ('blob' in data) waiting?.resolve(data.blob);
    else waiting?.reject(new Error(data.error));
  });
  started.addEventListener('error', () => {
    worker = undefined;
    for (const { reject } of pending.values()) reject(new Error('The image worker stopped'));
    pending.clear();
  });
  return started;
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

/** The page's policy demands a trusted value for a worker's address (require-trusted-types-for 'script'). */
function trustedUrl(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('worker', {
    createScriptURL: (candidate) => {
      if (candidate !== workerUrl) throw new TypeError(`Not a worker of ours: ${candidate}`);
      return candidate;
    },
  });
  return policy ? policy.createScriptURL(url) : url;
}
