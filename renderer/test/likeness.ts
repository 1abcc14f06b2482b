import { createFrame, type Frame } from '../src/core/picture/planes.ts';
import { planShot } from '../src/core/frames/plan-shot.ts';
import { createStopwatch } from '../src/node/stopwatch.ts';
import { setStage } from '../src/node/set-stage.ts';
import type { AnimateRequest } from '../src/node/check-request.ts';

/** A rectangle of the film, in pixels. */
interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Frames of films of one photo and effect, one film per seed, and where the largest face is in the photo. */
export async function drawVersions(
  request: Omit<AnimateRequest, 'seed' | 'filmPath' | 'posterPath'>,
  seeds: readonly number[],
  count: number,
): Promise<{ films: Uint8Array[][]; face: Area; width: number }> {
  const full = { ...request, seed: 0, filmPath: '', posterPath: '' };
  const stage = await setStage(full, new AbortController().signal, createStopwatch());
  const { width, height } = stage.film;
  const [head] = stage.heads;
  if (!head) throw new Error('No face was found');
  const { places } = head;
  const xs = places.filter((_, i) => i % 2 === 0);
  const ys = places.filter((_, i) => i % 2 === 1);
  const left = Math.max(0, Math.floor(Math.min(...xs)));
  const top = Math.max(0, Math.floor(Math.min(...ys)));
  const right = Math.min(width, Math.ceil(Math.max(...xs)));
  const bottom = Math.min(height, Math.ceil(Math.max(...ys)));
  const films = seeds.map((seed) => {
    const frame = createFrame(width, height);
    const shot = planShot({ ...full, seed }, stage, frame);
    return Array.from({ length: count }, (_, index) => drawn(frame, () => shot.draw(frame, (index + 1) / (count + 1))));
  });
  return { films, width, face: { left, top, width: right - left, height: bottom - top } };
}

function drawn(frame: Frame, draw: () => void): Uint8Array {
  draw();
  return Uint8Array.from(frame.y);
}

/** Mean structural similarity (SSIM, windows of 8 × 8) of an area of two pictures' brightness; 1 if they are equal. */
export function likeness(one: Uint8Array, other: Uint8Array, stride: number, area: Area): number {
  const side = 8;
  let sum = 0;
  let windows = 0;
  for (let y = area.top; y + side <= area.top + area.height; y += side / 2) {
    for (let x = area.left; x + side <= area.left + area.width; x += side / 2) {
      sum += windowLikeness(one, other, stride, x, y, side);
      windows++;
    }
  }
  return sum / windows;
}

/** Constants of SSIM for values up to 255. */
const C1 = (0.01 * 255) ** 2;
const C2 = (0.03 * 255) ** 2;

function windowLikeness(a: Uint8Array, b: Uint8Array, stride: number, left: number, top: number, side: number): number {
  let [sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0];
  for (let y = top; y < top + side; y++) {
    for (let x = left; x < left + side; x++) {
      const [va = 0, vb = 0] = [a[y * stride + x], b[y * stride + x]];
      sumA += va;
      sumB += vb;
      squaresA += va * va;
      squaresB += vb * vb;
      products += va * vb;
    }
  }
  const count = side * side;
  const [meanA, meanB] = [sumA / count, sumB / count];
  const varA = squaresA / count - meanA * meanA;
  const varB = squaresB / count - meanB * meanB;
  const covariance = products / count - meanA * meanB;
  const contrast = (2 * covariance + C2) / (varA + varB + C2);
  return (contrast * (2 * meanA * meanB + C1)) / (meanA * meanA + meanB * meanB + C1);
}
