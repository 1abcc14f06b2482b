import type { Worker } from 'node:worker_threads';
import type { Box } from '../core/picture/framing.ts';
import { RendererError, throwIfCancelled, type RendererErrorCode } from '../core/renderer-error.ts';
import { startThread, type WarmThread } from './warm-thread.ts';

/** What can be said about a photo before a film is made. */
export interface PhotoInspection {
  /** Size of the upright picture in pixels. */
  width: number;
  height: number;
  /** Largest first. */
  faces: InspectedFace[];
  /** Whether a frontal animal with visible ears stands out. */
  hasEars: boolean;
  /** Number of raised, open hands that can wave. */
  hands: number;
  /**
   * Who stands out from the background, in fractions of the photo's height, and whether an animal's face was found there:
   * then `top` is that of the animal's head, beside which somebody taller may stand. Null if nobody stands out; a thing is nobody.
   */
  subject: { top: number; bottom: number; isAnimal: boolean } | null;
}

export interface InspectedFace {
  /** In fractions of the photo's sides. */
  box: Box;
  /** Width of the face in pixels of the photo. */
  size: number;
  /** Degrees, positive to the right of the picture. */
  yaw: number;
  mouthOpen: boolean;
  /** Left in the picture first. */
  eyesOpen: [boolean, boolean];
  /** Whether dark glasses hide the eyes. */
  eyesHidden: boolean;
  /** Whether something covers the mouth, such as a mask or a hand, or the mesh does not follow it. */
  mouthHidden: boolean;
  /** Whether it is in sight, but opened so wide that it cannot close; false by default. */
  mouthAgape?: boolean;
  /** Whether the renderer can animate it: false for near profiles and tiny faces. */
  canMove: boolean;
  /** Whether it is so wide that what its eyes or lips do alone is seen; true by default. */
  isClear?: boolean;
  /** Whether another head stands beside it, to which it can lean. */
  canLean: boolean;
  /** Whether its head can turn: false if it is already turned far to the side. */
  canTurn: boolean;
}

export type InspectMessage =
  | { kind: 'done'; inspection: PhotoInspection }
  | { kind: 'failed'; code: RendererErrorCode; message: string };

export interface InspectRequest {
  photoPath: string;
}

/** A photo takes a second or two, up to a minute where many processes share a core. */
const LONGEST_MS = 180_000;

/** The idle thread, kept for the next photo. */
let idleThread: WarmThread | undefined;
/** Settles when the photo before has been inspected. */
let lastTurn: Promise<unknown> = Promise.resolve();

/**
 * Searches a photo for faces and animals, in a worker thread shared by all calls, one photo at a time: each takes a core
 * and much memory. Rejects with a `RendererError`: `cancelled` as soon as the signal is aborted, `timed_out` if the photo,
 * once it is its turn, takes longer than `longestMs`, so that those behind it are not kept waiting.
 */
export async function inspectPhoto(
  photoPath: string,
  signal?: AbortSignal,
  longestMs = LONGEST_MS,
): Promise<PhotoInspection> {
  if (signal) throwIfCancelled(signal);
  const inspection = lastTurn.then(() => inspectInThread(photoPath, longestMs, signal));
  lastTurn = inspection.catch(() => undefined);
  const { promise: cancelled, reject } = Promise.withResolvers<never>();
  const cancel = () => reject(new RendererError('cancelled', 'The inspection was cancelled.'));
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    return await Promise.race([inspection, cancelled]);
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

async function inspectInThread(photoPath: string, longestMs: number, signal?: AbortSignal): Promise<PhotoInspection> {
  if (signal) throwIfCancelled(signal);
  const thread = idleThread ?? startInspector();
  idleThread = undefined;
  thread.markBusy();
  const { worker } = thread;
  const limit = AbortSignal.timeout(longestMs);
  const ended = signal ? AbortSignal.any([signal, limit]) : limit;
  // It would go on for nobody, and the next photo would wait for it.
  const stop = () => void worker.terminate();
  ended.addEventListener('abort', stop, { once: true });
  try {
    const reply = awaitReply(worker);
    worker.postMessage({ photoPath } satisfies InspectRequest);
    const message = await reply;
    if (!ended.aborted) keepIdle(thread);
    if (message.kind === 'failed') throw new RendererError(message.code, message.message);
    return message.inspection;
  } catch (error) {
    if (!limit.aborted) throw error;
    throw new RendererError('timed_out', `The inspection took longer than ${longestMs / 1000} s.`, { cause: error });
  } finally {
    ended.removeEventListener('abort', stop);
  }
}

function startInspector(): WarmThread {
  const thread = startThread(new URL('./inspect-photo.worker.ts', import.meta.url));
  // A thread that exits while idle is not reused.
  thread.worker.on('error', () => dropThread(thread)).on('exit', () => dropThread(thread));
  return thread;
}

function keepIdle(thread: WarmThread): void {
  thread.markIdle(() => dropThread(thread));
  idleThread = thread;
}

function dropThread(thread: WarmThread): void {
  if (idleThread === thread) idleThread = undefined;
}

async function awaitReply(worker: Worker): Promise<InspectMessage> {
  const reply = Promise.withResolvers<InspectMessage>();
  const onError = (error: unknown) =>
    reply.reject(new RendererError('internal', `The inspection crashed: ${String(error)}`, { cause: error }));
  const onExit = () => reply.reject(new RendererError('internal', 'The inspection ended without an answer.'));
  worker.on('message', reply.resolve).on('error', onError).on('exit', onExit);
  try {
    return await reply.promise;
  } finally {
    worker.off('message', reply.resolve).off('error', onError).off('exit', onExit);
  }
}
