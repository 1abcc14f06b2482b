import type { Worker } from 'node:worker_threads';
import type { WorkerMessage, WorkerRequest } from './animate.worker.ts';
import type { Rendering, AnimateReport } from './render-film.ts';
import { RendererError, throwIfCancelled } from '../core/renderer-error.ts';
import { startThread, type WarmThread } from './warm-thread.ts';

type OnProgress = (progress: { frame: number; frames: number }) => void;

/** Films per thread. The allocator keeps some megabytes per film, which only the thread's end frees. */
const MAX_FILMS = 12;

interface FilmThread extends WarmThread {
  films: number;
}

/** Idle threads, kept for the next request. */
const idleThreads: FilmThread[] = [];

/** Renders a film in a worker thread of its own. Rejects with a `RendererError`. */
export async function renderInThread(
  rendering: Rendering,
  signal: AbortSignal,
  onProgress?: OnProgress,
): Promise<AnimateReport> {
  throwIfCancelled(signal);
  const thread = idleThreads.pop() ?? startFilmThread();
  thread.markBusy();
  const { worker } = thread;
  // The thread kills its encoder and answers; terminating it from here would leave the encoder running.
  const cancel = () => post(worker, 'cancel');
  signal.addEventListener('abort', cancel, { once: true });
  let hasSucceeded = false;
  try {
    const answer = awaitReply(worker, onProgress);
    post(worker, rendering);
    const report = await answer;
    hasSucceeded = true;
    return report;
  } finally {
    signal.removeEventListener('abort', cancel);
    // A failed thread is not reused: its state is unknown.
    if (hasSucceeded && ++thread.films < MAX_FILMS) keepIdle(thread);
    else await worker.terminate();
  }
}

function startFilmThread(): FilmThread {
  const thread = { ...startThread(new URL('./animate.worker.ts', import.meta.url)), films: 0 };
  // A thread that exits while idle is not reused.
  thread.worker.on('error', () => dropThread(thread)).on('exit', () => dropThread(thread));
  return thread;
}

function keepIdle(thread: FilmThread): void {
  thread.markIdle(() => dropThread(thread));
  idleThreads.push(thread);
}

function dropThread(thread: FilmThread): void {
  const at = idleThreads.indexOf(thread);
  if (at !== -1) idleThreads.splice(at, 1);
}

function post(worker: Worker, request: WorkerRequest): void {
  worker.postMessage(request);
}

async function awaitReply(worker: Worker, onProgress?: OnProgress): Promise<AnimateReport> {
  const answer = Promise.withResolvers<AnimateReport>();
  const onMessage = (message: WorkerMessage) => {
    if (message.kind === 'progress') onProgress?.({ frame: message.frame, frames: message.frames });
    else if (message.kind === 'done') answer.resolve(message.report);
    else answer.reject(asError(message));
  };
  const onError = (error: unknown) =>
    answer.reject(new RendererError('internal', `The renderer crashed: ${String(error)}`, { cause: error }));
  const onExit = () => answer.reject(new RendererError('internal', 'The renderer ended without an answer.'));
  worker.on('message', onMessage).on('error', onError).on('exit', onExit);
  try {
    return await answer.promise;
  } finally {
    worker.off('message', onMessage).off('error', onError).off('exit', onExit);
  }
}

function asError({ code, message, stack }: Extract<WorkerMessage, { kind: 'failed' }>): RendererError {
  const error = new RendererError(code, message);
  if (stack !== undefined) error.stack = stack;
  return error;
}
