/** Side of a cell in film pixels. Even, so that a cell is a whole number of chroma pixels. */
export const CELL = 8;

/**
 * Where a frame's pixels come from: one source position at each corner of the 8-pixel cells, in film pixels, with whole
 * numbers at pixel centres. Between corners the position is interpolated, so any smooth warp costs the same.
 */
export interface Field {
  columns: number;
  rows: number;
  x: Float32Array;
  y: Float32Array;
}

export function createField(width: number, height: number): Field {
  const columns = Math.ceil(width / CELL) + 1;
  const rows = Math.ceil(height / CELL) + 1;
  return { columns, rows, x: new Float32Array(columns * rows), y: new Float32Array(columns * rows) };
}
