import { flushCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { type AnimateReport, renderFilm, type Rendering } from './render-film.ts';
import { RendererError, type RendererErrorCode } from '../core/renderer-error.ts';

/** What the thread is asked for: a film, when it makes none, or to leave off the one it makes. */
export type WorkerRequest = Rendering | 'cancel';

/** What it tells of a film. */
export type WorkerMessage =
  | { kind: 'progress'; frame: number; frames: number }
  | { kind: 'done'; report: AnimateReport }
  | { kind: 'failed'; code: RendererErrorCode; message: string; stack: string | undefined };

// For the next thread: this one is ended before it would do so by itself.
flushCompileCache();

let cancelling = new AbortController();
parentPort?.on('message', (request: WorkerRequest) => {
  if (request === 'cancel') return cancelling.abort();
  cancelling = new AbortController();
  void render(request, cancelling.signal);
});

async function render(rendering: Rendering, signal: AbortSignal): Promise<void> {
  try {
    const report = await renderFilm(rendering, signal, (frame, frames) => tell({ kind: 'progress', frame, frames }));
    tell({ kind: 'done', report });
  } catch (error) {
    const { message, stack } = error as Error;
    tell({ kind: 'failed', code: error instanceof RendererError ? error.code : 'internal', message, stack });
  }
}

function tell(message: WorkerMessage): void {
  parentPort?.postMessage(message);
}
