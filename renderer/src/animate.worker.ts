import { flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { AnimateReport } from './report.ts';
import { renderFilm, type Rendering } from './render-film.ts';
import { RendererError, type RendererErrorCode } from './renderer-error.ts';

/** What the thread tells `animate`; the one message it hears is 'cancel'. */
export type WorkerMessage =
  | { kind: 'progress'; frame: number; frames: number }
  | { kind: 'done'; report: AnimateReport }
  | { kind: 'failed'; code: RendererErrorCode; message: string; stack: string | undefined };

const cancelling = new AbortController();
parentPort?.on('message', () => cancelling.abort());

// For the next thread: this one is ended before it would do so by itself.
flushCompileCache();

const tell = (message: WorkerMessage) => parentPort?.postMessage(message);

try {
  const report = await renderFilm(workerData as Rendering, cancelling.signal, (frame, frames) =>
    tell({ kind: 'progress', frame, frames }),
  );
  tell({ kind: 'done', report });
} catch (error) {
  const { message, stack } = error as Error;
  tell({ kind: 'failed', code: error instanceof RendererError ? error.code : 'internal', message, stack });
}
