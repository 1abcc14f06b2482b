import { checkRequest, type AnimateRequest } from './check-request.ts';
import { findEncoder } from './film/find-encoder.ts';
import { renderInThread } from './render-in-thread.ts';
import type { AnimateReport } from './render-film.ts';
import { throwIfCancelled, RendererError } from '../core/renderer-error.ts';
import { randomUUID } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface AnimateOptions {
  /** Aborting stops thread and encoder and leaves no file behind. */
  signal?: AbortSignal;
  onProgress?: (progress: { frame: number; frames: number }) => void;
  /** Written to the film's metadata. */
  productName?: string;
  /** Frames per second, 24 by default. Fewer for sampling; the timing of the motion stays the same. */
  fps?: number;
}

/**
 * Renders a photo to a film and a poster in a worker thread. Both files appear complete or not at all. Rejects with a
 * `RendererError`.
 */
export async function animate(request: AnimateRequest, options: AnimateOptions = {}): Promise<AnimateReport> {
  const signal = options.signal ?? new AbortController().signal;
  checkRequest(request);
  throwIfCancelled(signal);
  const encoder = await findEncoder();
  const film = await createAtomicFile(request.filmPath);
  try {
    const poster = await createAtomicFile(request.posterPath);
    try {
      const { productName, fps } = options;
      const rendering = { request, encoder, productName, fps, filmDraft: film.draft, posterDraft: poster.draft };
      const report = await renderInThread(rendering, signal, options.onProgress);
      await poster.publish();
      await film.publish();
      return report;
    } finally {
      await poster.discard();
    }
  } finally {
    await film.discard();
  }
}

/** A file that appears under its name only when complete. */
export interface AtomicFile {
  /** Temporary path beside the target, so that publishing is a rename. */
  readonly draft: string;
  /** Syncs the draft to disk and renames it to the target. */
  publish(): Promise<void>;
  discard(): Promise<void>;
}

/** Throws `unwritable_target` if no file can be created beside `target`. */
async function createAtomicFile(target: string): Promise<AtomicFile> {
  const draft = `${target}.${randomUUID()}.part`;
  const isFolder = await stat(target).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
  if (isFolder) throw new RendererError('unwritable_target', `${target} cannot be written: it is a folder.`);
  await unlessUnwritable(target, async () => (await open(draft, 'wx')).close());
  return {
    draft,
    publish: () =>
      unlessUnwritable(target, async () => {
        await sync(draft, 'r+');
        await rename(draft, target);
        // Windows cannot open folders; there, the rename is durable by itself.
        if (process.platform !== 'win32') await sync(dirname(target), 'r');
      }),
    discard: () => rm(draft, { force: true }),
  };
}

async function sync(path: string, flags: string): Promise<void> {
  const file = await open(path, flags);
  await file.sync().finally(() => file.close());
}

async function unlessUnwritable(target: string, work: () => Promise<void>): Promise<void> {
  await work().catch((error: Error) => {
    // The rest of Node's message names the draft, which the caller does not know.
    const why = error.message.split(',')[0];
    throw new RendererError('unwritable_target', `${target} cannot be written: ${why}.`, { cause: error });
  });
}
