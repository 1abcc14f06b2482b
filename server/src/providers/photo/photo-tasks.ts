import type { ImageType } from '@keepsake/contract/photos/image-type';
import type { Box } from './measure-light.ts';

/** What can be done with the photo at a path; each in a process of its own, see `photo-decoder.ts`. */
export interface PhotoTasks {
  /** Reads what stands before the pixels. Undefined for a file of another type. */
  readHeader: { args: [path: string]; result: PhotoHeader | undefined };
  /** Draws it anew: upright, in that size, in sRGB on white, without anything but the picture. */
  redraw: { args: [path: string, header: PhotoHeader, size: Size]; result: Redrawn };
  /** Draws one that we have stored: upright, and no wider than asked for. */
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
  /** More than one in a picture that moves. */
  pages: number;
  /** Of a JPEG. */
  scans: number;
  /** Whether it comes in passes over the whole picture, which is all in memory until the last. */
  isProgressive: boolean;
  /** Whether its colours have 16 bits and are told by a profile. */
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
  /** Of the sharpest part; see `measureLight`. */
  sharpness: number;
  /** Mean of the faces, or of the whole photo where there is none, 0 to 255. */
  brightness: number;
}

/** One task for a process, and what it answers. */
export interface TaskRequest {
  task: TaskName;
  args: unknown[];
  /** Milliseconds of a processor. */
  limitMs: number;
}
export type TaskReply = { result: unknown } | { error: string } | 'too_slow';
