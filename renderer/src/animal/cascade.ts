import { readFile } from 'node:fs/promises';
import { createSums, type Grey, type Sums } from './sums.ts';

/** A place that passed all stages, in pixels of the picture: its upper left corner. */
export interface Place {
  x: number;
  y: number;
}

/** Boosted stumps on sums of rectangles (Viola and Jones, 2001; diagonal ones: Lienhart and Maydt, 2002). */
export interface Cascade {
  /** Pixels of the square that it looks at. */
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

export async function readCascade(path: string): Promise<Cascade> {
  const { window, stages } = JSON.parse(await readFile(path, 'utf8')) as {
    window: number;
    stages: { threshold: number; stumps: number[][] }[];
  };
  return {
    window,
    stages: stages.map(({ threshold, stumps }) => ({ threshold, stumps: stumps.map(readStump) })),
  };
}

/** Looks at every pixel's window, at the cascade's own size. */
export function scanCascade(cascade: Cascade, picture: Grey): Place[] {
  const sums = createSums(picture);
  const stages = cascade.stages.map(({ threshold, stumps }) => ({
    threshold,
    stumps: stumps.map((stump) => placeStump(stump, sums)),
  }));
  const found: Place[] = [];
  for (let y = 0; y + cascade.window <= picture.height; y++) {
    for (let x = 0; x + cascade.window <= picture.width; x++) {
      const at = y * sums.stride + x;
      const scale = 1 / contrast(sums, at, cascade.window);
      if (stages.every((stage) => passes(stage, at, scale))) found.push({ x, y });
    }
  }
  return found;
}

interface PlacedStump extends Pick<Stump, 'threshold' | 'below' | 'above'> {
  table: Int32Array;
  /** Of each rectangle its four corners in the table, seen from the window's first, and its weight. */
  corners: Float64Array;
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
  const corners = rectangles.flatMap(({ x, y, width, height, weight }) => {
    const at = (right: number, down: number) => x + right + (y + down) * stride;
    return isDiagonal
      ? [at(0, 0), at(-height, height), at(width, width), at(width - height, width + height), weight]
      : [at(0, 0), at(width, 0), at(0, height), at(width, height), weight];
  });
  return { ...stump, table: isDiagonal ? diagonal : upright, corners: Float64Array.from(corners) };
}

function passes(
  { threshold, stumps }: { threshold: number; stumps: readonly PlacedStump[] },
  at: number,
  scale: number,
): boolean {
  let votes = 0;
  for (const { table, corners, threshold: least, below, above } of stumps) {
    let value = 0;
    for (let i = 0; i < corners.length; i += 5) {
      const sum =
        table[at + corners[i]!]! -
        table[at + corners[i + 1]!]! -
        table[at + corners[i + 2]!]! +
        table[at + corners[i + 3]!]!;
      value += corners[i + 4]! * sum;
    }
    votes += value * scale < least ? below : above;
  }
  return votes >= threshold;
}

/** How far the window's pixels, but for its rim, differ from their mean, times their number: bright and dull faces are alike. */
function contrast({ upright, squares, stride }: Sums, at: number, window: number): number {
  const side = window - 2;
  const first = at + stride + 1;
  const inside = (table: Int32Array | Float64Array) =>
    table[first]! - table[first + side]! - table[first + side * stride]! + table[first + side * stride + side]!;
  return Math.sqrt(Math.max(1, side * side * inside(squares) - inside(upright) ** 2));
}
