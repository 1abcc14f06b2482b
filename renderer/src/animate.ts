import type { WorkerMessage } from './animate.worker.ts';
import { checkRequest, type AnimateRequest } from './check-request.ts';
import { findEncoder } from './find-encoder.ts';
import type { Rendering } from './render-film.ts';
import type { AnimateReport } from './report.ts';
import { RendererError, throwIfCancelled } from './renderer-error.ts';
import { startThread } from './start-thread.ts';
import { startWholeFile } from './whole-file.ts';

export interface AnimateOptions {
  /** Stops the thread and the encoder, and leaves no file behind. */
  signal?: AbortSignal;
  onProgress?: (progress: { frame: number; frames: number }) => void;
  /** Named in the film's tags. */
  productName?: string;
}

/**
 * Turns a photo into a film and a poster, in a thread of its own. Both files appear complete or not at all. Rejects with
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
      const { productName } = options;
      const rendering = { request, encoder, productName, filmDraft: film.draft, posterDraft: poster.draft };
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

async function renderInThread(
  rendering: Rendering,
  signal: AbortSignal,
  onProgress: AnimateOptions['onProgress'],
): Promise<AnimateReport> {
  throwIfCancelled(signal);
  const worker = startThread(new URL('./animate.worker.ts', import.meta.url), { workerData: rendering });
  // The thread ends its encoder and answers; ending it from here would leave the encoder to itself.
  const cancel = () => worker.postMessage('cancel');
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await new Promise((resolve, reject) => {
      worker.on('message', (message: WorkerMessage) => {
        if (message.kind === 'progress') onProgress?.({ frame: message.frame, frames: message.frames });
        else if (message.kind === 'done') resolve(message.report);
        else reject(asError(message));
      });
      worker.on('error', (error) =>
        reject(new RendererError('internal', `The renderer crashed: ${String(error)}`, { cause: error })),
      );
      worker.on('exit', () => reject(new RendererError('internal', 'The renderer ended without an answer.')));
    });
  } finally {
    signal.removeEventListener('abort', cancel);
    await worker.terminate();
  }
}

function asError({ code, message, stack }: Extract<WorkerMessage, { kind: 'failed' }>): RendererError {
  const error = new RendererError(code, message);
  if (stack !== undefined) error.stack = stack;
  return error;
}
