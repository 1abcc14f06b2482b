import type { EffectName } from '@keepsake/renderer/core/effects';
import type { Lack } from '@keepsake/renderer/core/motion/choose-motion';

/** Why there is no preview of a photo. */
export type PreviewFailure =
  | 'heic'
  | 'not-a-photo'
  | 'corrupt'
  | 'too-small'
  | 'too-large'
  | 'too-many-pixels'
  | 'unsupported-device'
  /** Its code or models could not be loaded, or its worker stopped. */
  | 'unavailable';

export type PreviewState =
  /** No photo is chosen. */
  | { status: 'idle' }
  /** Code and models are being loaded; `bytes` of `total` have come. */
  | { status: 'loading'; bytes: number; total: number }
  | { status: 'finding-faces' }
  /** Every `PreviewCanvas` moves. */
  | PreviewReady
  | { status: 'failed'; code: PreviewFailure };

export interface PreviewReady {
  status: 'ready';
  /** Size of the frames in pixels. */
  width: number;
  height: number;
  /** Number of faces that move; without one, the foreground subject or the whole picture moves. */
  faces: number;
  /**
   * Effects that the film of this photo would replace, and why; the preview shows the replacements. If there are faces, other subjects are not
   * examined.
   */
  lacks: Partial<Record<EffectName, Lack>>;
  /** Whether the search for further faces is still running: more may move soon, and `lacks` is empty until then. */
  isSearching: boolean;
}

/**
 * Bytes of both models' weights, uncompressed, for the progress: they are nearly all of the download, and a compressed response does not state its
 * size.
 */
export const weightBytes = 538_928 + 2_387_598;

/** The largest file, in bytes: a browser holds it in memory beside its pixels. */
export const maxPhotoBytes = 50_000_000;

/** What one canvas shows. */
export interface PreviewScene {
  effect: EffectName;
  /** uint32, as for a film: each seed is another version of the effect. */
  seed: number;
  /** The watermark across each frame. */
  word: string;
  isPlaying: boolean;
  /** The position shown while it does not play, from 0 to 1; 0 is the photo itself. */
  moment: number;
}

export type ToWorker =
  | { kind: 'load' }
  | { kind: 'show'; preview: number; shown: number; photo: Blob }
  | { kind: 'close'; preview: number }
  | { kind: 'play'; preview: number; player: number; canvas: OffscreenCanvas; scene: PreviewScene }
  | { kind: 'change'; preview: number; player: number; scene: PreviewScene }
  | { kind: 'stop'; preview: number; player: number };

export type FromWorker =
  /** `shown` is the number of the photo; messages about an earlier one are ignored. */
  | { kind: 'state'; preview: number; shown: number; state: PreviewState }
  /** The first frame of a scene is on the canvas. */
  | { kind: 'drawn'; player: number };

/** Thrown if a photo cannot be previewed. */
export class PreviewError extends Error {
  override readonly name = 'PreviewError';
  readonly code: PreviewFailure;

  constructor(code: PreviewFailure, options?: ErrorOptions) {
    super(`No preview: ${code}`, options);
    this.code = code;
  }
}
