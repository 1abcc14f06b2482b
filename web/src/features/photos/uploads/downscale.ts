import { limits } from '@keepsake/contract/limits';
// oxlint-disable-next-line import/default -- the bundler makes it: the address of the built worker
import workerUrl from './downscale.worker.ts?worker&url';
import { CodeUnavailable, loadCode } from '../../../shared/load-code.ts';
import { AlteredByBrowser } from './downscale-photo.ts';
import type { DownscaleReply, DownscaleRequest } from './downscale.worker.ts';

/**
 * Reduces a photo of more than 1 MB off the main thread. A photo that is small enough, that the browser cannot read or alters, or that would
 * grow is returned as it is: the server says what is wrong with it. Where it is too large to be sent as it is, throws AlteredByBrowser, or
 * CodeUnavailable where the worker's script did not come.
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

/** A worker whose script has come. */
function startWorker(): Promise<Worker> {
  const started = new Worker(trustedUrl(workerUrl), { type: 'module' });
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

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;

/** The page's policy demands a trusted value for a worker's address (require-trusted-types-for 'script'), and no second rule of one name. */
function trustedUrl(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy('worker', {
    createScriptURL: (candidate) => {
      if (candidate !== workerUrl) throw new TypeError(`Not a worker of ours: ${candidate}`);
      return candidate;
    },
  });
  return policy ? policy.createScriptURL(url) : url;
}
