import { logProblem } from '../../../shared/log.ts';
import { readsTruly } from '../../../shared/photos/reads-truly.ts';
import { PreviewError, type FromWorker, type PreviewState, type ToWorker, weightBytes } from '../messages.ts';
import { loadFaceModels, loadSubjectModels } from './load-models.ts';
import { createPlayer, type Player } from './player.ts';
import { preparePhoto } from './prepare-photo.ts';
import { stagePhoto, type PhotoStage } from './stage-photo.ts';

/** Handles one photo at a time, and the canvases that show it. */
interface Preview {
  work: AbortController;
  /** The number of the photo. */
  shown: number;
  /** Undefined until it is known what moves. */
  stage: PhotoStage | undefined;
  players: Map<number, Player>;
}

const previews = new Map<number, Preview>();
let isDrawing = false;

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  // Messages after `close` are ignored: they must not start a preview.
  const known = data.kind === 'load' ? undefined : previews.get(data.preview);
  switch (data.kind) {
    case 'load':
      // Errors are reported with the photo.
      void loadFaceModels(() => undefined).catch(() => undefined);
      break;
    case 'show':
      void show(data, previewOf(data.preview));
      break;
    case 'close':
      known?.work.abort();
      previews.delete(data.preview);
      break;
    case 'play': {
      const preview = previewOf(data.preview);
      const player = createPlayer(data.canvas, data.scene, {
        onDrawn: () => post({ kind: 'drawn', player: data.player }),
        onStaged: drawSoon,
        onFailed: (error, stage) => {
          // A canvas may still show the photo before: its search was cancelled.
          if (preview.stage === stage) fail(data.preview, preview, error);
        },
      });
      preview.players.set(data.player, player);
      if (preview.stage) player.setStage(preview.stage);
      break;
    }
    case 'change':
      known?.players.get(data.player)?.setScene(data.scene);
      break;
    case 'stop':
      known?.players.delete(data.player);
  }
  drawSoon();
});

function previewOf(id: number): Preview {
  const known = previews.get(id);
  if (known) return known;
  const preview: Preview = { work: new AbortController(), shown: 0, stage: undefined, players: new Map() };
  previews.set(id, preview);
  return preview;
}

/** The search for faces ends when the next photo arrives. */
async function show(
  { preview: id, shown, photo }: Extract<ToWorker, { kind: 'show' }>,
  preview: Preview,
): Promise<void> {
  preview.work.abort();
  const work = new AbortController();
  const { signal } = work;
  Object.assign(preview, { work, shown, stage: undefined });
  const tell = (state: PreviewState) => {
    if (!signal.aborted) post({ kind: 'state', preview: id, shown, state });
  };
  try {
    let isFurther = false;
    const present = (stage: PhotoStage) => {
      signal.throwIfAborted();
      preview.stage = stage;
      const { size, faces, lacks, isFirst } = stage;
      for (const player of preview.players.values()) player.setStage(stage, isFurther);
      tell({ status: 'ready', ...size, faces, lacks, isSearching: isFirst });
      drawSoon();
      isFurther = true;
    };
    present(await stageFile(photo, signal, tell, present));
  } catch (error) {
    if (!signal.aborted) fail(id, preview, error);
  }
}

/** Reports why there is no preview of the photo, and ends all work on it. */
function fail(id: number, { work, shown }: Preview, error: unknown): void {
  if (work.signal.aborted) return;
  if (!(error instanceof PreviewError)) logProblem('A preview failed.', error);
  const code = error instanceof PreviewError ? error.code : 'unavailable';
  post({ kind: 'state', preview: id, shown, state: { status: 'failed', code } });
  // The models may still be loading when a photo is refused.
  work.abort();
}

async function stageFile(
  file: Blob,
  signal: AbortSignal,
  tell: (state: PreviewState) => void,
  onFirst: (stage: PhotoStage) => void,
): Promise<PhotoStage> {
  if (!readsTruly()) throw new PreviewError('unsupported-device');
  const progress = (bytes: number) => tell({ status: 'loading', bytes, total: weightBytes });
  const [photo, models] = await Promise.all([preparePhoto(file), loadFaceModels(progress)]);
  signal.throwIfAborted();
  tell({ status: 'finding-faces' });
  return stagePhoto(photo, { ...models, loadSubject: loadSubjectModels }, { signal, pause, onFirst });
}

function drawSoon(): void {
  if (isDrawing) return;
  isDrawing = true;
  requestAnimationFrame(draw);
}

function draw(now: number): void {
  const players = [...previews.values()].flatMap((preview) => [...preview.players.values()]);
  for (const player of players) player.draw(now);
  isDrawing = players.some(({ isPlaying }) => isPlaying);
  if (isDrawing) requestAnimationFrame(draw);
}

/** Yields to messages and frames: otherwise a search of seconds would block the drawing. */
async function pause(): Promise<void> {
  await nextTask();
  if (isDrawing) await nextFrame();
}

/** Unlike a timer, a message has no minimum delay. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port, not a window
    port2.postMessage(undefined);
  });
}

/** Milliseconds. A hidden page gets no animation frames. */
const longestFrame = 200;

function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => resolve());
    setTimeout(resolve, longestFrame);
  });
}

function post(message: FromWorker): void {
  postMessage(message);
}
