import type { Planes } from './planes.ts';

/** The planes of a picture that are of one size, and so have the same geometry: brightness alone, or both colours. */
export interface Sheet {
  width: number;
  height: number;
  /** How many pixels of the picture lie side by side in one of the sheet. */
  step: 1 | 2;
  planes: readonly Uint8Array[];
}

/** Brightness first. */
export function sheetsOf({ width, height, y, u, v }: Planes): readonly [Sheet, Sheet] {
  return [
    { width, height, step: 1, planes: [y] },
    { width: width / 2, height: height / 2, step: 2, planes: [u, v] },
  ];
}
