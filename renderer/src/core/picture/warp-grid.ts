/** Side of a cell in film pixels; even, so that a cell spans whole chroma pixels. */
export const CELL = 8;

/**
 * A backward warp: for each corner of the 8-pixel cells, the source position in film pixels (whole numbers are pixel
 * centres). Interpolated bilinearly between corners, so every smooth warp costs the same.
 */
export interface WarpGrid {
  columns: number;
  rows: number;
  x: Float32Array;
  y: Float32Array;
}

export function createWarpGrid(width: number, height: number): WarpGrid {
  const columns = Math.ceil(width / CELL) + 1;
  const rows = Math.ceil(height / CELL) + 1;
  return { columns, rows, x: new Float32Array(columns * rows), y: new Float32Array(columns * rows) };
}

/** A subset of a grid: the cells to draw, by their upper left node, and all nodes at their corners. */
export interface GridPart {
  cells: Int32Array;
  nodes: Int32Array;
}

export function wholeGrid({ columns, rows }: WarpGrid): GridPart {
  return partOf(
    Array.from({ length: columns * rows }, (_, node) => node),
    columns,
    rows,
  );
}

/** The cells that have a corner among the nodes. */
export function gridPartAround(touched: Iterable<number>, { columns, rows }: WarpGrid): GridPart {
  const cells = new Set<number>();
  for (const node of touched) {
    for (const cell of [node, node - 1, node - columns, node - columns - 1]) cells.add(cell);
  }
  return partOf(cells, columns, rows);
}

/** Nodes in the last column and row are no cell's upper left corner. */
function partOf(candidates: Iterable<number>, columns: number, rows: number): GridPart {
  const cells = [...candidates]
    .filter((node) => node >= 0 && node % columns < columns - 1 && node < columns * (rows - 1))
    .toSorted((a, b) => a - b);
  const nodes = new Set(cells.flatMap((node) => [node, node + 1, node + columns, node + columns + 1]));
  return { cells: Int32Array.from(cells), nodes: Int32Array.from(nodes) };
}
