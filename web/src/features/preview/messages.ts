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
  /** Number of faces that move; without one, the picture or who stands out from it does. */
  faces: number;
  /**
   * Effects that the film of this photo would not show, and why; what stands in for them is shown in their place. With faces, what other
   * subjects lack is not known.
   */
  lacks: Partial<Record<EffectName, Lack>>;
  /** Further faces are still searched for: more may move soon, and `lacks` is empty until then. */
  isSearching: boolean;
}

/** Bytes of both models' weights once they are unpacked: they are nearly all that is loaded, and a compressed answer does not say its size. */
export const weightBytes = 538_928 + 2_387_598;

/** The largest file, in bytes: a browser holds it in memory beside its pixels. */
export const maxPhotoBytes = 50_000_000;

/** What one canvas shows. */
export interface PreviewScene {
  effect: EffectName;
  /** uint32, as that of a film: another seed is another version of the effect. */
  seed: number;
  /** The word that is drawn across each frame. */
  word: string;
  isPlaying: boolean;
  /** The moment that is shown while it does not play, from 0 to 1; 0 is the photo itself. */
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
  /** `shown` is that of the photo: what is said of an earlier one comes too late. */
  | { kind: 'state'; preview: number; shown: number; state: PreviewState }
  /** The first frame of a scene is on the canvas. */
  | { kind: 'drawn'; player: number };

/** Thrown where a photo cannot be previewed. */
export class PreviewError extends Error {
  override readonly name = 'PreviewError';
  readonly code: PreviewFailure;

  constructor(code: PreviewFailure, options?: ErrorOptions) {
    super(`No preview: ${code}`, options);
    this.code = code;
  }
}
