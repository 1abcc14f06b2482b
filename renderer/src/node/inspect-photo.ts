import type { Box } from '../core/picture/framing.ts';
import { RendererError, type RendererErrorCode } from '../core/renderer-error.ts';
import { startThread, type WarmThread } from './warm-thread.ts';

/** What can be told of a photo before a film is made of it. */
export interface PhotoInspection {
  /** Of the upright picture, in pixels. */
  width: number;
  height: number;
  /** The largest first. */
  faces: InspectedFace[];
  /** Whether an animal stands out that looks at the viewer and has ears to prick up. Nobody looks where there are people's faces. */
  hasEars: boolean | undefined;
}

export interface InspectedFace {
  /** In fractions of the photo's sides. */
  box: Box;
  /** The face's width in pixels of the photo. */
  size: number;
  /** Degrees to the right of the picture. */
  yaw: number;
  mouthOpen: boolean;
  /** The left of the picture first. */
  eyesOpen: [boolean, boolean];
  /** Whether dark glasses hide its eyes. */
  eyesHidden: boolean;
  /** Whether the renderer will animate it: not from the side, and not when it is tiny. */
  canMove: boolean;
  /** Whether its head will turn, where the effect asks for it: it does not look half aside. */
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
let asked = 0;

/** Looks for faces in a thread that all calls share, one photo after the other. Rejects with a `RendererError`. */
export async function inspectPhoto(photoPath: string): Promise<PhotoInspection> {
  const current = (inspector ??= startInspector());
  const answer = Promise.withResolvers<PhotoInspection>();
  const request: InspectRequest = { id: ++asked, photoPath };
  current.waiting.set(request.id, answer);
  current.thread.markBusy();
  current.thread.worker.postMessage(request);
  return answer.promise;
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
