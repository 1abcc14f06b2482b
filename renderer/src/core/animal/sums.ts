/** Brightness of a picture, row by row, 0 to 255. */
export interface Grey {
  width: number;
  height: number;
  data: Uint8Array;
}

/** Tables from whose corners the sum of any rectangle is read; each has one row and one column more than the picture. */
export interface Sums {
  stride: number;
  /** At (x, y): all pixels above and to the left. */
  upright: Int32Array;
  /** The same of the pixels' squares. */
  squares: Float64Array;
  /** At (x, y): all pixels in the cone that opens upwards from there, at 45 degrees to both sides. */
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
      // Beside the picture the cone of the row before holds what that of two rows before holds at the edge.
      const before = y > 1 ? diagonal[at - 2 * stride]! : 0;
      const left = x > 0 ? diagonal[at - stride - 1]! : before;
      const right = x < width ? diagonal[at - stride + 1]! : before;
      diagonal[at] = left + right - before + value + pixel(x - 1, y - 2);
    }
  }
  return { stride, upright, squares, diagonal };
}
