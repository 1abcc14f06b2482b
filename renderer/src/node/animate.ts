import { checkRequest, type AnimateRequest } from './check-request.ts';
import { findEncoder } from './film/find-encoder.ts';
import { renderInThread } from './render-in-thread.ts';
import type { AnimateReport } from './report.ts';
import { throwIfCancelled } from '../core/renderer-error.ts';
import { startWholeFile } from './film/whole-file.ts';

export interface AnimateOptions {
  /** Stops the thread and the encoder, and leaves no file behind. */
  signal?: AbortSignal;
  onProgress?: (progress: { frame: number; frames: number }) => void;
  /** Named in the film's tags. */
  productName?: string;
  /** Frames per second. Fewer where a film is only sampled: every motion takes as long as at the default of 24. */
  fps?: number;
}

/**
 * Turns a photo into a film and a poster, off the main thread. Both files appear complete or not at all. Rejects with
 * a `RendererError`, whose code says what went wrong.
 */
export async function animate(request: AnimateRequest, options: AnimateOptions = {}): Promise<AnimateReport> {
  const signal = options.signal ?? new AbortController().signal;
  checkRequest(request);
  throwIfCancelled(signal);
  const encoder = await findEncoder();
  const film = await startWholeFile(request.filmPath);
  try {
    const poster = await startWholeFile(request.posterPath);
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
