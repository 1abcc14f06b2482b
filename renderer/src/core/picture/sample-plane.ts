/** The brightness, or colour, at a place of a plane `width` pixels wide, bilinearly; `x` and `y` are 16.16 fixed-point numbers. */
export function samplePlane(pixels: Uint8Array, width: number, x: number, y: number): number {
  const pixel = (y >> 16) * width + (x >> 16);
  const across = (x >> 8) & 255;
  const upper = (pixels[pixel]! << 8) + (pixels[pixel + 1]! - pixels[pixel]!) * across;
  const lower = (pixels[pixel + width]! << 8) + (pixels[pixel + width + 1]! - pixels[pixel + width]!) * across;
  return ((upper << 8) + (lower - upper) * ((y >> 8) & 255) + 32768) >> 16;
}
