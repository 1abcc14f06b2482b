/** Side length in pixels at which pictures are compared. */
export const probeSide = 32;

/** Maximum mean difference per colour channel (0..255). JPEG encoding causes 1 to 4, canvas noise 40 or more. */
const tolerance = 8;

/** Whether a test pattern is read back unaltered: some browsers alter what is read from a canvas, to prevent fingerprinting. */
export function readsTruly(): boolean {
  const context = new OffscreenCanvas(probeSide, probeSide).getContext('2d', { alpha: false });
  if (!context) return false;
  const expected: number[] = [];
  for (let y = 0; y < probeSide; y += 1)
    for (let x = 0; x < probeSide; x += 1) {
      const colour = [x * 8, y * 8, ((x + y) * 29) % 256];
      context.fillStyle = `rgb(${colour.join(' ')})`;
      context.fillRect(x, y, 1, 1);
      expected.push(...colour, 255);
    }
  return isNearly(readPixels(context), expected);
}

export function readPixels(context: OffscreenCanvasRenderingContext2D): Uint8ClampedArray {
  return context.getImageData(0, 0, probeSide, probeSide).data;
}

/** Whether two opaque RGBA pictures are equal except for compression artefacts. */
export function isNearly(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += Math.abs((a[at] ?? 0) - (b[at] ?? 0));
  // Every fourth value is the alpha channel, which is constant.
  return sum / (0.75 * a.length) <= tolerance;
}
