/** A mixture of Gaussians in a colour space of three channels. */
export interface ColourModel {
  /** Logarithm of the density at a colour. */
  logDensity(a: number, b: number, c: number): number;
}

const ROUNDS = 6;
/** Added to each variance: noise, and shades that the samples lack. */
const NOISE = 16;
/** More samples are not used. */
export const MAX_SAMPLES = 1500;

/** Fits `size` clusters to samples (three values each) by k-means; each becomes a Gaussian with its own covariance. */
export function fitColours(all: readonly number[], size: number): ColourModel | undefined {
  const step = Math.max(1, Math.ceil(all.length / 3 / MAX_SAMPLES));
  const samples: number[] = [];
  for (let i = 0; i + 2 < all.length; i += 3 * step) samples.push(all[i]!, all[i + 1]!, all[i + 2]!);
  const count = samples.length / 3;
  if (count < 3 * size) return undefined;
  // Starts along the brightness, so that the result does not depend on chance.
  const order = Array.from({ length: count }, (_, i) => i).toSorted((a, b) => samples[a * 3]! - samples[b * 3]!);
  const centres = Array.from({ length: size }, (_, k) => {
    const at = order[Math.floor(((k + 0.5) / size) * count)]! * 3;
    return [samples[at]!, samples[at + 1]!, samples[at + 2]!] as [number, number, number];
  });
  const owner = new Int32Array(count);
  for (let round = 0; round < ROUNDS; round++) {
    const sums = new Float64Array(size * 4);
    for (let i = 0; i < count; i++) {
      const [a, b, c] = [samples[i * 3]!, samples[i * 3 + 1]!, samples[i * 3 + 2]!];
      let best = Infinity;
      let nearest = 0;
      for (let k = 0; k < size; k++) {
        const centre = centres[k]!;
        const d = (a - centre[0]) ** 2 + (b - centre[1]) ** 2 + (c - centre[2]) ** 2;
        if (d >= best) continue;
        best = d;
        nearest = k;
      }
      owner[i] = nearest;
      sums[nearest * 4]! += a;
      sums[nearest * 4 + 1]! += b;
      sums[nearest * 4 + 2]! += c;
      sums[nearest * 4 + 3]!++;
    }
    centres.forEach((centre, k) => {
      const n = sums[k * 4 + 3]!;
      if (n > 0) for (const channel of [0, 1, 2] as const) centre[channel] = sums[k * 4 + channel]! / n;
    });
  }
  const parts = centres.flatMap((centre, k) => gaussian(centre, samples, owner, k));
  return {
    logDensity(a, b, c) {
      let best = -Infinity;
      for (const part of parts) best = Math.max(best, part(a, b, c));
      return best;
    },
  };
}

function gaussian(centre: readonly number[], samples: readonly number[], owner: Int32Array, k: number) {
  const cov = [NOISE, 0, 0, NOISE, 0, NOISE];
  let n = 0;
  for (let i = 0; i < owner.length; i++) if (owner[i] === k) n++;
  if (n < 3) return [];
  for (let i = 0; i < owner.length; i++) {
    if (owner[i] !== k) continue;
    const [x, y, z] = [0, 1, 2].map((c) => samples[i * 3 + c]! - centre[c]!) as [number, number, number];
    [x * x, x * y, x * z, y * y, y * z, z * z].forEach((value, j) => (cov[j]! += value / n));
  }
  const [xx, xy, xz, yy, yz, zz] = cov as [number, number, number, number, number, number];
  const cofactors = [yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy] as const;
  const determinant = xx * cofactors[0] + xy * cofactors[1] + xz * cofactors[2];
  const inverse = [
    cofactors[0],
    cofactors[1],
    cofactors[2],
    xx * zz - xz * xz,
    xy * xz - xx * yz,
    xx * yy - xy * xy,
  ].map((value) => value / determinant) as [number, number, number, number, number, number];
  const [ixx, ixy, ixz, iyy, iyz, izz] = inverse;
  const base = Math.log(n / owner.length) - 0.5 * Math.log(determinant);
  const [cx, cy, cz] = centre as [number, number, number];
  return [
    (a: number, b: number, c: number) => {
      const x = a - cx;
      const y = b - cy;
      const z = c - cz;
      return base - 0.5 * (x * (ixx * x + 2 * ixy * y + 2 * ixz * z) + y * (iyy * y + 2 * iyz * z) + izz * z * z);
    },
  ];
}
