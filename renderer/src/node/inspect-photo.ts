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
  /** Whether a raised, open hand can wave. */
  canWave: boolean;
  /**
   * Who stands out from the background, in fractions of the photo's height, and whether an animal's face was found there:
   * then `top` is that of the animal's head, beside which somebody taller may stand. Null if nobody stands out.
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
  /** Whether the renderer can animate it: false for near profiles and tiny faces. */
  canMove: boolean;
  /** Whether another head stands beside it, to which it can lean. */
  canLean: boolean;
  /** Whether its head can turn: false if it is already turned far to the side. */
  canTurn: boolean;
}

export type InspectMessage = { id: number } & (
  | { kind: 'done'; inspection: PhotoInspection }
  | { kind: 'failed'; code: RendererErrorCode; message: string }
);

export interface InspectRequest {
  id: number;
  photoPath: string;
}

interface Inspector {
  thread: WarmThread;
  waiting: Map<number, PromiseWithResolvers<PhotoInspection>>;
}

let inspector: Inspector | undefined;
let lastId = 0;

/**
 * Searches a photo for faces and animals, in a worker thread shared by all calls, one photo at a time. Rejects with a
 * `RendererError`, `cancelled` as soon as the signal is aborted.
 */
export async function inspectPhoto(photoPath: string, signal?: AbortSignal): Promise<PhotoInspection> {
  if (signal) throwIfCancelled(signal);
  const current = (inspector ??= startInspector());
  const answer = Promise.withResolvers<PhotoInspection>();
  const request: InspectRequest = { id: ++lastId, photoPath };
  current.waiting.set(request.id, answer);
  current.thread.markBusy();
  current.thread.worker.postMessage(request);
  const cancel = () => {
    answer.reject(new RendererError('cancelled', 'The inspection was cancelled.'));
    current.waiting.delete(request.id);
    if (current.waiting.size > 0) return;
    // It would go on for nobody.
    forget(current);
    void current.thread.worker.terminate();
  };
  signal?.addEventListener('abort', cancel, { once: true });
  return answer.promise.finally(() => signal?.removeEventListener('abort', cancel));
}

function startInspector(): Inspector {
  const thread = startThread(new URL('./inspect-photo.worker.ts', import.meta.url));
  const started: Inspector = { thread, waiting: new Map() };
  const end = (error: RendererError) => {
    forget(started);
    for (const { reject } of started.waiting.values()) reject(error);
    started.waiting.clear();
  };
  thread.worker.on('message', (message: InspectMessage) => {
    const answer = started.waiting.get(message.id);
    started.waiting.delete(message.id);
    if (started.waiting.size === 0) thread.markIdle(() => forget(started));
    if (message.kind === 'done') answer?.resolve(message.inspection);
    else answer?.reject(new RendererError(message.code, message.message));
  });
  thread.worker.on('error', (error) =>
    end(new RendererError('internal', `The inspection crashed: ${String(error)}`, { cause: error })),
  );
  thread.worker.on('exit', () => end(new RendererError('internal', 'The inspection ended without an answer.')));
  return started;
}

function forget(ended: Inspector): void {
  if (inspector === ended) inspector = undefined;
}
