import { flushCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { type AnimateReport, renderFilm, type Rendering } from './render-film.ts';
import { RendererError, type RendererErrorCode } from '../core/renderer-error.ts';

/** To the thread: render a film (only when idle), or cancel the current one. */
export type WorkerRequest = Rendering | 'cancel';

/** From the thread, about the current film. */
export type WorkerMessage =
  | { kind: 'progress'; frame: number; frames: number }
  | { kind: 'done'; report: AnimateReport }
  | { kind: 'failed'; code: RendererErrorCode; message: string; stack: string | undefined };

// Flushed now for the next thread: this one is terminated before Node.js would write its compile cache at exit.
flushCompileCache();

let cancelling = new AbortController();
parentPort?.on('message', (request: WorkerRequest) => {
  if (request === 'cancel') return cancelling.abort();
  cancelling = new AbortController();
  void render(request, cancelling.signal);
});

async function render(rendering: Rendering, signal: AbortSignal): Promise<void> {
  try {
    const report = await renderFilm(rendering, signal, (frame, frames) => post({ kind: 'progress', frame, frames }));
    post({ kind: 'done', report });
  } catch (error) {
    const { message, stack } = error as Error;
    post({ kind: 'failed', code: error instanceof RendererError ? error.code : 'internal', message, stack });
  }
}

function post(message: WorkerMessage): void {
  parentPort?.postMessage(message);
}
