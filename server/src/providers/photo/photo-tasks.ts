import type { ImageType } from '@keepsake/contract/photos/image-type';
import type { Box } from './measure-light.ts';

/** Tasks on the photo at a path; each runs in a separate process, see `photo-decoder.ts`. */
export interface PhotoTasks {
  /** Reads the metadata before the pixels. Undefined for a file of another type. */
  readHeader: { args: [path: string]; result: PhotoHeader | undefined };
  /** Re-encodes the photo: upright, in this size, in sRGB on white, without metadata. */
  redraw: { args: [path: string, header: PhotoHeader, size: Size]; result: Redrawn };
  /** Resizes a stored photo: upright, and no wider than requested. */
  reduce: { args: [path: string, reduction: Reduction]; result: Uint8Array };
  measureLight: { args: [path: string, faces: readonly Box[]]; result: Light };
}

export type TaskName = keyof PhotoTasks;
export type TaskArgs<T extends TaskName> = PhotoTasks[T]['args'];
export type TaskResult<T extends TaskName> = PhotoTasks[T]['result'];

export interface Size {
  width: number;
  height: number;
}

export interface PhotoHeader extends Size {
  type: ImageType;
  /** More than one in an animated picture. */
  pages: number;
  /** Number of scans of a JPEG. */
  scans: number;
  /** Progressive or interlaced: the whole picture is in memory until the last pass. */
  isProgressive: boolean;
  /** 16 bits per channel with a colour profile. */
  isDeepWithProfile: boolean;
}

export interface Redrawn extends Size {
  jpeg: Uint8Array;
}

export interface Reduction {
  width: number;
  type: 'webp' | 'jpeg';
}

export interface Light {
  /** Sharpness of the sharpest part; see `measureLight`. */
  sharpness: number;
  /** Mean brightness of the faces, or of the whole photo if there are none, 0 to 255. */
  brightness: number;
}

/** A task and its result. */
export interface TaskRequest {
  task: TaskName;
  args: unknown[];
  /** Milliseconds of processor time. */
  limitMs: number;
}
export type TaskReply = { result: unknown } | { error: string } | 'too_slow';
