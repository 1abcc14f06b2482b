import { AlteredByBrowser, downscale } from './downscale-photo.ts';

export interface DownscaleRequest {
  id: number;
  file: Blob;
  quality: number;
}

/** `ready` is sent once, when the script has loaded. */
export type DownscaleReply = 'ready' | { id: number; blob: Blob } | { id: number; error: string; isAltered: boolean };

addEventListener('message', (event: MessageEvent<DownscaleRequest>) => {
  const { id, file, quality } = event.data;
  downscale(file, quality).then(
    (blob) => postMessage({ id, blob } satisfies DownscaleReply),
    (error: unknown) =>
      postMessage({ id, error: String(error), isAltered: error instanceof AlteredByBrowser } satisfies DownscaleReply),
  );
});

postMessage('ready' satisfies DownscaleReply);
