import { trustedWorkerUrl } from '../../shared/photos/trusted-worker-url.ts';
import { type FromWorker, type PreviewScene, type PreviewState, type ToWorker, weightBytes } from './messages.ts';
// oxlint-disable-next-line import/default -- the bundler makes it: the address of the built worker
import workerUrl from './worker/preview.worker.ts?worker&url';

/** Previews of one photo at a time. */
export interface PreviewSession {
  /** Replaces the previous photo, even while its faces are searched for. */
  show(photo: Blob): void;
  /** Draws a scene on a canvas that has not been drawn on. `onDrawn` is called after the first frame of each scene. */
  play(canvas: HTMLCanvasElement, scene: PreviewScene, onDrawn?: () => void): ScenePlayer;
  /** The worker ends with its last session. */
  close(): void;
}

export interface ScenePlayer {
  change(scene: PreviewScene): void;
  stop(): void;
}

interface Session {
  onState: (state: PreviewState) => void;
  /** The number of the photo that is shown. */
  shown: number;
}

interface Running {
  worker: Worker;
  sessions: Map<number, Session>;
  drawn: Map<number, () => void>;
}

let running: Running | undefined;
let lastId = 0;

/** Starts loading what a photo needs while the page is preparing. */
export function loadAhead(): void {
  if (!isSupported() || running) return;
  running = startWorker();
  postTo(running.worker, { kind: 'load' });
}

/** Starts a worker that loads nothing before the first photo is shown. */
export function openPreview(onState: (state: PreviewState) => void): PreviewSession {
  if (!isSupported()) {
    const refuse = () => onState({ status: 'failed', code: 'unsupported-device' });
    return { show: refuse, play: () => ({ change: () => undefined, stop: () => undefined }), close: () => undefined };
  }
  const { worker, sessions, drawn } = (running ??= startWorker());
  const preview = ++lastId;
  const session: Session = { onState, shown: 0 };
  sessions.set(preview, session);
  const post = (message: ToWorker, transfer?: Transferable[]) => postTo(worker, message, transfer);
  return {
    show(photo) {
      session.shown = ++lastId;
      onState({ status: 'loading', bytes: 0, total: weightBytes });
      post({ kind: 'show', preview, shown: session.shown, photo });
    },
    play(canvas, scene, onDrawn) {
      const player = ++lastId;
      const offscreen = canvas.transferControlToOffscreen();
      if (onDrawn) drawn.set(player, onDrawn);
      post({ kind: 'play', preview, player, canvas: offscreen, scene }, [offscreen]);
      return {
        change: (next) => post({ kind: 'change', preview, player, scene: next }),
        stop() {
          drawn.delete(player);
          post({ kind: 'stop', preview, player });
        },
      };
    },
    close() {
      sessions.delete(preview);
      if (sessions.size > 0) return post({ kind: 'close', preview });
      worker.terminate();
      if (running?.worker === worker) running = undefined;
    },
  };
}

function postTo(worker: Worker, message: ToWorker, transfer: Transferable[] = []): void {
  worker.postMessage(message, transfer);
}

function startWorker(): Running {
  const worker = new Worker(trustedWorkerUrl(workerUrl), { type: 'module' });
  const started: Running = { worker, sessions: new Map(), drawn: new Map() };
  const fail = () => {
    worker.terminate();
    if (running === started) running = undefined;
    for (const { onState } of started.sessions.values()) onState({ status: 'failed', code: 'unavailable' });
  };
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if (data.kind === 'state') postState(started.sessions.get(data.preview), data);
    else started.drawn.get(data.player)?.();
  });
  worker.addEventListener('error', fail);
  return started;
}

function postState(session: Session | undefined, { shown, state }: Extract<FromWorker, { kind: 'state' }>): void {
  if (session?.shown === shown) session.onState(state);
}

/** The smallest module with an instruction on vectors (`i8x16.splat`, `i8x16.popcnt`), as in wasm-feature-detect. */
const vectorModule = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);
/** GB; browsers that report it say at most 8. */
const minMemory = 2;

/** Whether the device can draw previews; the worker checks whether canvas data is read back unaltered. */
function isSupported(): boolean {
  const { deviceMemory = minMemory } = navigator as { deviceMemory?: number };
  return (
    deviceMemory >= minMemory &&
    'Worker' in globalThis &&
    'OffscreenCanvas' in globalThis &&
    'transferControlToOffscreen' in HTMLCanvasElement.prototype &&
    'createImageBitmap' in globalThis &&
    typeof WebAssembly === 'object' &&
    WebAssembly.validate(vectorModule)
  );
}
