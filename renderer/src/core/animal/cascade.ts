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
  stages: Stage[];
}

/** Decision stumps whose votes are added up. The lists are parallel; each stump has the rectangles up to `ends` of its place. */
interface Stage {
  threshold: number;
  /** Thresholds of the stumps, and their votes below and above them. */
  least: Float64Array;
  below: Float64Array;
  above: Float64Array;
  ends: Int32Array;
  rectangles: Rectangle[];
  weights: Float64Array;
}

interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
  isDiagonal: boolean;
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
  return { window, stages: stages.map(({ threshold, stumps }) => ({ threshold, ...readStumps(stumps) })) };
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
  const corners = cascade.stages.map(({ rectangles }) => placeCorners(rectangles, sums));
  const found: Place[] = [];
  for (let y = 0; y + window <= picture.height; y++) {
    for (let x = 0; x + window <= picture.width; x++) {
      if (!accepts(x + window / 2, y + window / 2)) continue;
      const at = y * sums.stride + x;
      const deviation = contrast(sums, at, window);
      if (deviation < MIN_CONTRAST) continue;
      const scale = 1 / (deviation * area);
      let stage = 0;
      while (stage < corners.length && passes(cascade.stages[stage]!, corners[stage]!, sums.tables, at, scale)) stage++;
      if (stage === corners.length) found.push({ x, y });
    }
  }
  return found;
}

function readStumps(stumps: readonly number[][]): Omit<Stage, 'threshold'> {
  const rectangles: Rectangle[] = [];
  const weights: number[] = [];
  const ends = stumps.map(([, , , diagonal, ...rest]) => {
    for (let i = 0; i < rest.length; i += 5) {
      const [x, y, width, height, weight] = rest.slice(i, i + 5) as [number, number, number, number, number];
      rectangles.push({ x, y, width, height, isDiagonal: diagonal === 1 });
      weights.push(weight);
    }
    return rectangles.length;
  });
  return {
    least: Float64Array.from(stumps, ([least]) => least!),
    below: Float64Array.from(stumps, ([, below]) => below!),
    above: Float64Array.from(stumps, ([, , above]) => above!),
    ends: Int32Array.from(ends),
    rectangles,
    weights: Float64Array.from(weights),
  };
}

/** Places of each rectangle's four corners in the tables, relative to the window's first entry. */
function placeCorners(rectangles: readonly Rectangle[], { stride, upright }: Sums): Int32Array {
  const corners = new Int32Array(4 * rectangles.length);
  rectangles.forEach(({ x, y, width, height, isDiagonal }, i) => {
    const at = x + y * stride;
    const [across, down] = isDiagonal ? [width + width * stride, height * stride - height] : [width, height * stride];
    const first = isDiagonal ? upright.length + at : at;
    corners[4 * i] = first;
    corners[4 * i + 1] = first + (isDiagonal ? down : across);
    corners[4 * i + 2] = first + (isDiagonal ? across : down);
    corners[4 * i + 3] = first + across + down;
  });
  return corners;
}

function passes(
  { threshold, least, below, above, ends, weights }: Stage,
  corners: Int32Array,
  tables: Int32Array,
  at: number,
  scale: number,
): boolean {
  let votes = 0;
  let i = 0;
  for (let k = 0; k < ends.length; k++) {
    const end = ends[k]!;
    let value = 0;
    for (; i < end; i++) {
      const j = 4 * i;
      value +=
        weights[i]! *
        (tables[at + corners[j]!]! -
          tables[at + corners[j + 1]!]! -
          tables[at + corners[j + 2]!]! +
          tables[at + corners[j + 3]!]!);
    }
    votes += value * scale < least[k]! ? below[k]! : above[k]!;
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
  /** Upright, then diagonal. */
  tables: Int32Array;
  /** At (x, y): the sum of all pixels above and to the left. */
  upright: Int32Array;
  /** The same for squared pixels. */
  squares: Float64Array;
  /** Rotated integral image. At (x, y): the sum of the cone that opens upwards at 45 degrees to both sides. */
  diagonal: Int32Array;
}

export function createSums({ width, height, data }: Grey): Sums {
  const stride = width + 1;
  const entries = stride * (height + 1);
  const tables = new Int32Array(2 * entries);
  const upright = tables.subarray(0, entries);
  const diagonal = tables.subarray(entries);
  const squares = new Float64Array(entries);
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
  return { stride, tables, upright, squares, diagonal };
}
