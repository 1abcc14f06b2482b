import type { ResizePlane } from '@keepsake/renderer/core/layers/cut-out-subject';

interface Kernel {
  /** Half the width of the kernel, in pixels of the larger picture. */
  reach: number;
  weigh: (distance: number) => number;
}

const kernels: Record<Parameters<ResizePlane>[3], Kernel> = {
  lanczos3: { reach: 3, weigh: (x) => sinc(x) * sinc(x / 3) },
  // Catmull-Rom.
  cubic: {
    reach: 2,
    weigh: (x) => (x < 1 ? (1.5 * x - 2.5) * x * x + 1 : ((2.5 - 0.5 * x) * x - 4) * x + 2),
  },
};

/** Implements `ResizePlane` as sharp does for films: one axis after the other. */
export const resizePlane: ResizePlane = async (plane, from, to, kernel) => {
  const across = resampler(from.width, to.width, kernels[kernel]);
  const down = resampler(from.height, to.height, kernels[kernel]);
  const rows = new Float32Array(to.width * from.height);
  for (let row = 0; row < from.height; row += 1)
    for (let column = 0; column < to.width; column += 1)
      rows[row * to.width + column] = across(plane, column, row * from.width, 1);
  const resized = new Uint8ClampedArray(to.width * to.height);
  for (let row = 0; row < to.height; row += 1)
    for (let column = 0; column < to.width; column += 1)
      resized[row * to.width + column] = down(rows, row, column, to.width);
  return new Uint8Array(resized.buffer);
};

type Resample = (values: ArrayLike<number>, at: number, start: number, step: number) => number;

/** Calculates one value of a line, whose values lie `step` apart from `start` on. Shrinking widens the kernel, against aliasing. */
function resampler(from: number, to: number, { reach, weigh }: Kernel): Resample {
  const stretch = Math.max(1, from / to);
  const taps = Math.floor(2 * reach * stretch) + 1;
  const weights = new Float64Array(to * taps);
  const firsts = new Int32Array(to);
  for (let at = 0; at < to; at += 1) {
    const centre = ((at + 0.5) * from) / to - 0.5;
    const first = Math.ceil(centre - reach * stretch);
    firsts[at] = first;
    const raw = Array.from({ length: taps }, (_, tap) => {
      const distance = Math.abs(first + tap - centre) / stretch;
      return distance < reach ? weigh(distance) : 0;
    });
    const sum = raw.reduce((total, weight) => total + weight, 0);
    weights.set(
      raw.map((weight) => weight / sum),
      at * taps,
    );
  }
  return (values, at, start, step) => {
    let sum = 0;
    for (let tap = 0; tap < taps; tap += 1) {
      const place = Math.max(0, Math.min(from - 1, (firsts[at] ?? 0) + tap));
      sum += (weights[at * taps + tap] ?? 0) * (values[start + place * step] ?? 0);
    }
    return sum;
  };
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}
