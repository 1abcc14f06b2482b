import type { Worker } from 'node:worker_threads';
import type { WorkerMessage, WorkerRequest } from './animate.worker.ts';
import type { Rendering, AnimateReport } from './render-film.ts';
import { RendererError, throwIfCancelled } from '../core/renderer-error.ts';
import { startThread, type WarmThread } from './warm-thread.ts';

type OnProgress = (progress: { frame: number; frames: number }) => void;

/** So many films a thread makes: what the allocator does not give back, some megabytes with each, goes with it. */
const MOST_FILMS = 12;

interface FilmThread extends WarmThread {
  films: number;
}

/** Threads that have made a film and are there for the next one. */
const resting: FilmThread[] = [];

/** Makes a film in a thread that makes no other meanwhile. Rejects with a `RendererError`. */
export async function renderInThread(
  rendering: Rendering,
  signal: AbortSignal,
  onProgress?: OnProgress,
): Promise<AnimateReport> {
  throwIfCancelled(signal);
  const thread = resting.pop() ?? startFilmThread();
  thread.wake();
  const { worker } = thread;
  // The thread ends its encoder and answers; ending it from here would leave the encoder to itself.
  const cancel = () => ask(worker, 'cancel');
  signal.addEventListener('abort', cancel, { once: true });
  let isWell = false;
  try {
    const answer = nextAnswer(worker, onProgress);
    ask(worker, rendering);
    const report = await answer;
    isWell = true;
    return report;
  } finally {
    signal.removeEventListener('abort', cancel);
    // Whatever went wrong goes with the thread.
    if (isWell && ++thread.films < MOST_FILMS) putToRest(thread);
    else await worker.terminate();
  }
}

function startFilmThread(): FilmThread {
  const thread = { ...startThread(new URL('./animate.worker.ts', import.meta.url)), films: 0 };
  // One that ends while it rests is not asked again.
  thread.worker.on('error', () => forget(thread)).on('exit', () => forget(thread));
  return thread;
}

function putToRest(thread: FilmThread): void {
  thread.rest(() => forget(thread));
  resting.push(thread);
}

function forget(thread: FilmThread): void {
  const at = resting.indexOf(thread);
  if (at !== -1) resting.splice(at, 1);
}

function ask(worker: Worker, request: WorkerRequest): void {
  worker.postMessage(request);
}

async function nextAnswer(worker: Worker, onProgress?: OnProgress): Promise<AnimateReport> {
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
