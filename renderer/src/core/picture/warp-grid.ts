/** Side of a cell in film pixels. Even, so that a cell is a whole number of chroma pixels. */
export const CELL = 8;

/**
 * Where a frame's pixels come from: one source position at each corner of the 8-pixel cells, in film pixels, with whole
 * numbers at pixel centres. Between corners the position is interpolated, so any smooth warp costs the same.
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

/** The cells of a grid that are to be drawn, each by its first node, and all their corners. */
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

/** Nodes of the last column and row begin no cell. */
function partOf(candidates: Iterable<number>, columns: number, rows: number): GridPart {
  const cells = [...candidates]
    .filter((node) => node >= 0 && node % columns < columns - 1 && node < columns * (rows - 1))
    .toSorted((a, b) => a - b);
  const nodes = new Set(cells.flatMap((node) => [node, node + 1, node + columns, node + columns + 1]));
  return { cells: Int32Array.from(cells), nodes: Int32Array.from(nodes) };
}
