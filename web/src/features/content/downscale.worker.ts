import { downscaledSize, downscaleSteps } from './downscale-size.ts';

export interface DownscaleRequest {
  id: number;
  file: Blob;
  quality: number;
}

/** `ready` once, when the script has come. */
export type DownscaleReply = 'ready' | { id: number; blob: Blob } | { id: number; error: string };

addEventListener('message', (event: MessageEvent<DownscaleRequest>) => {
  const { id, file, quality } = event.data;
  downscale(file, quality).then(
    (blob) => postMessage({ id, blob } satisfies DownscaleReply),
    (error: unknown) => postMessage({ id, error: String(error) } satisfies DownscaleReply),
  );
});

postMessage('ready' satisfies DownscaleReply);

/** Upright, reduced, JPEG. Re-encoding also leaves the camera's metadata (the place above all) behind. */
async function downscale(file: Blob, quality: number): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  let drawn: OffscreenCanvas | ImageBitmap = bitmap;
  for (const size of downscaleSteps(bitmap, downscaledSize(bitmap))) {
    const canvas = new OffscreenCanvas(size.width, size.height);
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) throw new Error('No drawing context');
    context.imageSmoothingQuality = 'high';
    // JPEG has no transparency: what shows through is paper, not black.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, size.width, size.height);
    context.drawImage(drawn, 0, 0, size.width, size.height);
    drawn = canvas;
  }
  bitmap.close();
  if (!(drawn instanceof OffscreenCanvas)) throw new Error('Nothing was drawn');
  return drawn.convertToBlob({ type: 'image/jpeg', quality });
}
