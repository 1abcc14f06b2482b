import type { Rectangle } from './framing.ts';
import type { Planes } from './planes.ts';

/** The longer side of the picture that is looked at, in pixels. */
const LOOKED_AT = 480;
/** Sides that have a margin, at least: on one alone it may as well be a strip of a wall. */
const MIN_SIDES = 2;
/** How deep a margin is, relative to the picture. */
const MIN_DEPTH = 0.012;
const MAX_DEPTH = 0.3;
/** Margins are looked for again within the margins: a print on a white page has two. */
const NESTED = 2;
/** Luma by which what is printed differs from the margin beside it. */
const STEP = 14;
const CLEAR_STEP = 22;
/** Pixels by which the edge of a print may be off a straight line, and by which something reaches into its margin. */
const STRAIGHT = 1.5;
const REACHES_IN = 3;
/**
 * The share of the lines across a margin that end at its straight edge, at least, and of those that end before it, at most. Others go on into a part
 * of the picture that has the same tone, such as a white sky.
 */
const AT_EDGE = 0.35;
const BEFORE_EDGE = 0.06;

/**
 * The part of a picture that is within its plain margins: a print's white border, or the bars of a screen. A margin has one tone along each
 * line across it and ends at a straight edge. Returns all of `area` if there is none. In pixels of the picture.
 */
export function withinMargins(picture: Planes, area: Rectangle): Rectangle {
  let found = area;
  for (let time = 0; time < NESTED; time++) found = trimMargins(picture, found);
  return found;
}

function trimMargins(picture: Planes, { left, top, width, height }: Rectangle): Rectangle {
  const step = Math.max(1, Math.floor(Math.max(width, height) / LOOKED_AT));
  const [columns, rows] = [Math.floor(width / step), Math.floor(height / step)];
  const small = shrink(picture, left, top, columns, rows, step);
  const at = (x: number, y: number) => small[y * columns + x]!;
  const [fromLeft, fromRight, fromTop, fromBottom] = [
    marginDepth(columns, rows, at),
    marginDepth(columns, rows, (depth, along) => at(columns - 1 - depth, along)),
    marginDepth(rows, columns, (depth, along) => at(along, depth)),
    marginDepth(rows, columns, (depth, along) => at(along, rows - 1 - depth)),
  ].map((depth) => depth * step) as [number, number, number, number];
  const sides = [fromLeft, fromRight, fromTop, fromBottom].filter((depth) => depth > 0).length;
  if (sides < MIN_SIDES) return { left, top, width, height };
  return {
    left: left + fromLeft,
    top: top + fromTop,
    width: width - fromLeft - fromRight,
    height: height - fromTop - fromBottom,
  };
}

/** Luma, each pixel the mean of `step` × `step` pixels. */
function shrink({ y, width }: Planes, left: number, top: number, columns: number, rows: number, step: number) {
  const small = new Float32Array(columns * rows);
  for (let row = 0; row < rows * step; row++) {
    for (let column = 0; column < columns * step; column++) {
      small[Math.floor(row / step) * columns + Math.floor(column / step)]! +=
        y[(top + row) * width + left + column]! / step ** 2;
    }
  }
  return small;
}

/**
 * How deep the margin along one side is, 0 without one. `long` is the length of that side, `across` the picture's other one; `at` gives the luma at
 * a depth from that side and a place along it.
 */
function marginDepth(across: number, long: number, at: (depth: number, along: number) => number): number {
  const most = Math.floor(MAX_DEPTH * across);
  const depths = Array.from({ length: long }, (_, along) => plainDepth(most, (depth) => at(depth, along)));
  const ended = depths.flatMap((depth, along) => (depth < most ? [{ depth, along }] : []));
  if (ended.length < AT_EDGE * long) return 0;
  const first = ended.map(({ depth }) => depth).toSorted((a, b) => a - b)[Math.floor(2 * BEFORE_EDGE * ended.length)]!;
  const edge = fitLine(ended.filter(({ depth }) => Math.abs(depth - first) <= Math.max(REACHES_IN, 0.02 * across)));
  const isClear = ({ depth, along }: Ended) => Math.abs(at(depth + 1, along) - at(0, along)) >= CLEAR_STEP;
  const atEdge = ended.filter((end) => Math.abs(end.depth - edge(end.along)) <= STRAIGHT && isClear(end)).length;
  const before = ended.filter(({ depth, along }) => depth < edge(along) - REACHES_IN).length;
  if (first < MIN_DEPTH * across || atEdge < AT_EDGE * long || before > BEFORE_EDGE * long) return 0;
  return Math.ceil(Math.max(edge(0), edge(long - 1))) + 1;
}

interface Ended {
  depth: number;
  along: number;
}

/** How far a line across the margin keeps the tone that it begins with. */
function plainDepth(most: number, at: (depth: number) => number): number {
  const tone = (at(0) + at(1) + at(2)) / 3;
  const isOther = (depth: number) => Math.abs(at(depth) - tone) > STEP;
  let depth = 0;
  while (depth < most && !(isOther(depth) && isOther(depth + 1))) depth++;
  return depth;
}

/** The line of least squares: the edge of a print that was not laid quite straight. */
function fitLine(ends: readonly Ended[]): (along: number) => number {
  const count = Math.max(1, ends.length);
  const middle = ends.reduce((sum, { along }) => sum + along, 0) / count;
  const mean = ends.reduce((sum, { depth }) => sum + depth, 0) / count;
  const spread = ends.reduce((sum, { along }) => sum + (along - middle) ** 2, 0);
  const slope = ends.reduce((sum, { depth, along }) => sum + depth * (along - middle), 0) / Math.max(1, spread);
  return (along) => mean + slope * (along - middle);
}
