/** Upper left corner of a window that passed all stages, in pixels of the picture. */
export interface Place {
  x: number;
  y: number;
}

/**
 * A boosted cascade of decision stumps on Haar-like features (Viola and Jones, 2001; rotated features: Lienhart and
 * Maydt, 2002).
 */
export interface Cascade {
  /** Side of the detection window in pixels. */
  window: number;
  stages: { threshold: number; stumps: Stump[] }[];
}

interface Stump {
  threshold: number;
  below: number;
  above: number;
  isDiagonal: boolean;
  rectangles: { x: number; y: number; width: number; height: number; weight: number }[];
}

/** Pixels at the window's border that its contrast leaves out. */
const RIM = 1;
/** Minimum standard deviation, in grey levels; a window with less is a plain surface. */
const MIN_CONTRAST = 4;

/**
 * Reads a cascade in the format of `models/cat-face/model.json`. A stump is an array: threshold, the votes below and
 * above it, 1 for a rotated feature, then x, y, width, height and weight of each rectangle.
 */
export function parseCascade(json: string): Cascade {
  const { window, stages } = JSON.parse(json) as {
    window: number;
    stages: { threshold: number; stumps: number[][] }[];
  };
  return {
    window,
    stages: stages.map(({ threshold, stumps }) => ({ threshold, stumps: stumps.map(readStump) })),
  };
}

/**
 * Returns all windows of the cascade's own size that pass and whose centre satisfies `accepts`. Scans every pixel.
 */
export function scanCascade(
  cascade: Cascade,
  picture: Grey,
  accepts: (x: number, y: number) => boolean = () => true,
): Place[] {
  const { window } = cascade;
  const area = (window - 2 * RIM) ** 2;
  const sums = createSums(picture);
  const stages = cascade.stages.map(({ threshold, stumps }) => ({
    threshold,
    stumps: stumps.map((stump) => placeStump(stump, sums)),
  }));
  const found: Place[] = [];
  for (let y = 0; y + window <= picture.height; y++) {
    for (let x = 0; x + window <= picture.width; x++) {
      if (!accepts(x + window / 2, y + window / 2)) continue;
      const at = y * sums.stride + x;
      const deviation = contrast(sums, at, window);
      if (deviation >= MIN_CONTRAST && stages.every((stage) => passes(stage, at, 1 / (deviation * area)))) {
        found.push({ x, y });
      }
    }
  }
  return found;
}

interface PlacedStump extends Pick<Stump, 'threshold' | 'below' | 'above'> {
  table: Int32Array;
  /** Offsets of each rectangle's four corners in the integral image, relative to the window's first entry. */
  corners: Int32Array;
  weights: Float64Array;
}

function readStump(values: readonly number[]): Stump {
  const [threshold, below, above, isDiagonal, ...rest] = values as [number, number, number, number, ...number[]];
  const rectangles: Stump['rectangles'] = [];
  for (let i = 0; i < rest.length; i += 5) {
    const [x, y, width, height, weight] = rest.slice(i, i + 5) as [number, number, number, number, number];
    rectangles.push({ x, y, width, height, weight });
  }
  return { threshold, below, above, isDiagonal: isDiagonal === 1, rectangles };
}

function placeStump({ isDiagonal, rectangles, ...stump }: Stump, { upright, diagonal, stride }: Sums): PlacedStump {
  const corners = rectangles.flatMap(({ x, y, width, height }) => {
    const at = (right: number, down: number) => x + right + (y + down) * stride;
    return isDiagonal
      ? [at(0, 0), at(-height, height), at(width, width), at(width - height, width + height)]
      : [at(0, 0), at(width, 0), at(0, height), at(width, height)];
  });
  return {
    ...stump,
    table: isDiagonal ? diagonal : upright,
    corners: Int32Array.from(corners),
    weights: Float64Array.from(rectangles, ({ weight }) => weight),
  };
}

function passes(
  { threshold, stumps }: { threshold: number; stumps: readonly PlacedStump[] },
  at: number,
  scale: number,
): boolean {
  let votes = 0;
  for (let k = 0; k < stumps.length; k++) {
    const { table, corners, weights, threshold: least, below, above } = stumps[k]!;
    let value = 0;
    for (let i = 0, j = 0; i < weights.length; i++, j += 4) {
      const sum =
        table[at + corners[j]!]! -
        table[at + corners[j + 1]!]! -
        table[at + corners[j + 2]!]! +
        table[at + corners[j + 3]!]!;
      value += weights[i]! * sum;
    }
    votes += value * scale < least ? below : above;
  }
  return votes >= threshold;
}

/** Standard deviation of the window's pixels, in grey levels; features are divided by it to normalise contrast. */
function contrast({ upright, squares, stride }: Sums, at: number, window: number): number {
  const side = window - 2 * RIM;
  const first = at + RIM * stride + RIM;
  const inside = (table: Int32Array | Float64Array) =>
    table[first]! - table[first + side]! - table[first + side * stride]! + table[first + side * stride + side]!;
  const [mean, meanSquare] = [inside(upright) / side ** 2, inside(squares) / side ** 2];
  return Math.sqrt(Math.max(0, meanSquare - mean ** 2));
}

/** A grey picture, row by row, 0 to 255. */
export interface Grey {
  width: number;
  height: number;
  data: Uint8Array;
}

/** Integral images; each has one row and one column more than the picture. */
export interface Sums {
  stride: number;
  /** At (x, y): the sum of all pixels above and to the left. */
  upright: Int32Array;
  /** The same for squared pixels. */
  squares: Float64Array;
  /** Rotated integral image. At (x, y): the sum of the cone that opens upwards at 45 degrees to both sides. */
  diagonal: Int32Array;
}

export function createSums({ width, height, data }: Grey): Sums {
  const stride = width + 1;
  const upright = new Int32Array(stride * (height + 1));
  const squares = new Float64Array(upright.length);
  const diagonal = new Int32Array(upright.length);
  const pixel = (x: number, y: number) => (x < 0 || y < 0 ? 0 : data[y * width + x]!);
  for (let y = 1; y <= height; y++) {
    let row = 0;
    let rowSquares = 0;
    for (let x = 0; x <= width; x++) {
      const at = y * stride + x;
      const value = pixel(x - 1, y - 1);
      row += value;
      rowSquares += value * value;
      upright[at] = upright[at - stride]! + row;
      squares[at] = squares[at - stride]! + rowSquares;
      // At the picture's sides, the neighbouring entry lies outside; it equals the edge entry two rows above.
      const before = y > 1 ? diagonal[at - 2 * stride]! : 0;
      const left = x > 0 ? diagonal[at - stride - 1]! : before;
      const right = x < width ? diagonal[at - stride + 1]! : before;
      diagonal[at] = left + right - before + value + pixel(x - 1, y - 2);
    }
  }
  return { stride, upright, squares, diagonal };
}
