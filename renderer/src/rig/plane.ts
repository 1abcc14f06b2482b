/** A plane of a picture: brightness, or a colour at half the size. */
export interface Plane {
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** How far outside its edges a triangle still takes a pixel in, in pixels. */
export const RIM = 0.02;
