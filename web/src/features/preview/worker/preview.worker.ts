import { logProblem } from '../../../shared/log.ts';
import { readsTruly } from '../../../shared/photos/reads-truly.ts';
import { PreviewError, type FromWorker, type PreviewState, type ToWorker, weightBytes } from '../messages.ts';
import { decodePhoto } from './decode-photo.ts';
import { loadFaceModels } from './load-models.ts';
import { createPlayer, type Player } from './player.ts';
import { stagePhoto, type PhotoStage } from './stage-photo.ts';

/** One photo at a time, and the canvases that show it. */
interface Preview {
  work: AbortController;
  stage: PhotoStage | undefined;
  players: Map<number, Player>;
}

const previews = new Map<number, Preview>();
let isDrawing = false;

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  // What comes after `close` is of nobody any more: it makes no preview anew.
  const known = previews.get(data.preview);
  switch (data.kind) {
    case 'show':
      void show(data, previewOf(data.preview));
      break;
    case 'close':
      known?.work.abort();
      previews.delete(data.preview);
      break;
    case 'play': {
      const preview = previewOf(data.preview);
      const player = createPlayer(data.canvas, data.scene, () => post({ kind: 'drawn', player: data.player }));
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
  const preview: Preview = { work: new AbortController(), stage: undefined, players: new Map() };
  previews.set(id, preview);
  return preview;
}

/** The search for faces in a photo ends when the next one comes. */
async function show(request: Extract<ToWorker, { kind: 'show' }>, preview: Preview): Promise<void> {
  preview.work.abort();
  const work = new AbortController();
  const { signal } = work;
  preview.work = work;
  const tell = (state: PreviewState) => {
    if (!signal.aborted) post({ kind: 'state', preview: request.preview, shown: request.shown, state });
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
    present(await stageFile(request.photo, signal, tell, present));
  } catch (error) {
    if (!(error instanceof PreviewError) && !signal.aborted) logProblem('A preview failed.', error);
    tell({ status: 'failed', code: error instanceof PreviewError ? error.code : 'unavailable' });
    // The models of a photo that is refused may still be on their way.
    work.abort();
  }
}

async function stageFile(
  file: Blob,
  signal: AbortSignal,
  tell: (state: PreviewState) => void,
  onFirst: (stage: PhotoStage) => void,
): Promise<PhotoStage> {
  if (!readsTruly()) throw new PreviewError('unsupported-device');
  const decoded = decodePhoto(file);
  try {
    const progress = (bytes: number) => tell({ status: 'loading', bytes, total: weightBytes });
    const [photo, models] = await Promise.all([decoded, loadFaceModels(progress)]);
    signal.throwIfAborted();
    tell({ status: 'finding-faces' });
    const stage = await stagePhoto(photo, models, signal, onFirst);
    if (!stage) throw new PreviewError('no-face');
    return stage;
  } finally {
    decoded.then((photo) => photo.close()).catch(() => undefined);
  }
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

function post(message: FromWorker): void {
  postMessage(message);
}
