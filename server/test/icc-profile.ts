import { crc32, deflateSync } from 'node:zlib';

/** What an RGB colour space is defined by: chromaticities of its primaries and white, and how its values become light. */
export interface ColourSpace {
  primaries: readonly [Chromaticity, Chromaticity, Chromaticity];
  white: Chromaticity;
  /** Light of 0..1 is a value to this power. */
  gamma: number;
}

type Chromaticity = readonly [x: number, y: number];
type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

const d65: Chromaticity = [0.3127, 0.329];

/** @see https://www.adobe.com/digitalimag/pdfs/AdobeRGB1998.pdf 4.3.1: primaries, white point, gamma 563/256 */
export const adobeRgb: ColourSpace = {
  primaries: [
    [0.64, 0.33],
    [0.21, 0.71],
    [0.15, 0.06],
  ],
  white: d65,
  gamma: 563 / 256,
};

/**
 * Its gamma without the straight part near black.
 * @see https://www.color.org/ROMMRGB.pdf ROMM RGB, also called ProPhoto RGB: primaries, white D50, gamma 1.8
 */
export const proPhotoRgb: ColourSpace = {
  primaries: [
    [0.7347, 0.2653],
    [0.1596, 0.8404],
    [0.0366, 0.0001],
  ],
  white: [0.3457, 0.3585],
  gamma: 1.8,
};

/** The white of profiles. @see https://www.color.org/specification/ICC.1-2001-04.pdf 6.1.4.7 */
const d50: Triple = [0.9642, 1, 0.8249];

/** Of XYZ under D65 to linear sRGB. @see https://www.w3.org/Graphics/Color/sRGB */
const xyzToSrgb: Matrix = [
  [3.2406, -1.5372, -0.4986],
  [-0.9689, 1.8758, 0.0415],
  [0.0557, -0.204, 1.057],
];

/** The 8-bit sRGB colour that a colour of a space is, values of 0..255; what sRGB cannot show is clipped. */
export function toSrgb(space: ColourSpace, colour: Triple): number[] {
  const light = colour.map((value) => (value / 255) ** space.gamma) as unknown as Triple;
  const underD65 = apply(product(adaptation(d50, toXyz(d65)), matrixOf(space)), light);
  return apply(xyzToSrgb, underD65).map((linear) => {
    const clipped = Math.min(1, Math.max(0, linear));
    return 255 * (clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055);
  });
}

/** A display profile of version 2 that holds the matrix and the gamma of a space. @see https://www.color.org/specification/ICC.1-2001-04.pdf 6.3.1.2, 6.4 */
export function iccProfile(space: ColourSpace): Buffer {
  const matrix = matrixOf(space);
  const column = (at: 0 | 1 | 2): Triple => [matrix[0][at], matrix[1][at], matrix[2][at]];
  const curve = Buffer.concat([Buffer.from('curv\0\0\0\0'), u32(1), u16(Math.round(space.gamma * 256)), u16(0)]);
  const name = 'test';
  const tags: [string, Buffer][] = [
    [
      'desc',
      Buffer.concat([Buffer.from('desc\0\0\0\0'), u32(name.length + 1), Buffer.from(`${name}\0`), Buffer.alloc(79)]),
    ],
    ['cprt', Buffer.from('text\0\0\0\0none\0\0\0\0')],
    ['wtpt', xyz(d50)],
    ['rXYZ', xyz(column(0))],
    ['gXYZ', xyz(column(1))],
    ['bXYZ', xyz(column(2))],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ];
  let offset = 128 + 4 + 12 * tags.length;
  const table: Buffer[] = [u32(tags.length)];
  const data: Buffer[] = [];
  for (const [signature, content] of tags) {
    const padded = Buffer.concat([content, Buffer.alloc((4 - (content.length % 4)) % 4)]);
    table.push(Buffer.from(signature), u32(offset), u32(content.length));
    data.push(padded);
    offset += padded.length;
  }
  const header = Buffer.alloc(128);
  header.writeUInt32BE(offset, 0);
  header.writeUInt32BE(0x02400000, 8);
  header.write('mntrRGB XYZ ', 12, 'latin1');
  for (const [at, value] of [2026, 1, 1].entries()) header.writeUInt16BE(value, 24 + 2 * at);
  header.write('acsp', 36, 'latin1');
  xyz(d50).copy(header, 68, 8);
  return Buffer.concat([header, ...table, ...data]);
}

/** A PNG with that profile, whatever it had before; its pixels stay as they are. @see https://www.w3.org/TR/png-3/#11iCCP */
export function withProfile(png: Buffer, profile: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from('iCCPtest\0\0'), deflateSync(profile)]);
  const chunk = Buffer.concat([u32(content.length - 4), content, u32(crc32(content))]);
  // After the signature and the chunk IHDR, which comes first and is always this long.
  const start = 8 + 25;
  return Buffer.concat([png.subarray(0, start), chunk, png.subarray(start)]);
}

/** Of linear values to XYZ under D50. */
function matrixOf({ primaries, white }: ColourSpace): Matrix {
  const columns = primaries.map(toXyz) as unknown as Matrix;
  const unscaled = transposed(columns);
  const whiteXyz = toXyz(white);
  const scale = apply(inverse(unscaled), whiteXyz);
  const scaled = unscaled.map((row) => row.map((value, at) => value * (scale[at] ?? 0))) as unknown as Matrix;
  return product(adaptation(whiteXyz, d50), scaled);
}

/** Bradford. @see https://www.color.org/chadtag.xalter */
const bradford: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];

function adaptation(from: Triple, to: Triple): Matrix {
  const [before, after] = [apply(bradford, from), apply(bradford, to)];
  const scaled = bradford.map((row, at) => row.map((value) => (value * (after[at] ?? 0)) / (before[at] ?? 1)));
  return product(inverse(bradford), scaled as unknown as Matrix);
}

function toXyz([x, y]: Chromaticity): Triple {
  return [x / y, 1, (1 - x - y) / y];
}

function apply(matrix: Matrix, [a, b, c]: Triple): Triple {
  return matrix.map(([x, y, z]) => x * a + y * b + z * c) as unknown as Triple;
}

function transposed([a, b, c]: Matrix): Matrix {
  return [
    [a[0], b[0], c[0]],
    [a[1], b[1], c[1]],
    [a[2], b[2], c[2]],
  ];
}

function product(left: Matrix, right: Matrix): Matrix {
  const columns = transposed(right);
  return transposed(columns.map((column) => apply(left, column)) as unknown as Matrix);
}

function inverse([a, b, c]: Matrix): Matrix {
  const cross = (p: Triple, q: Triple): Triple => [
    p[1] * q[2] - p[2] * q[1],
    p[2] * q[0] - p[0] * q[2],
    p[0] * q[1] - p[1] * q[0],
  ];
  const columns = [cross(b, c), cross(c, a), cross(a, b)] as const;
  const determinant = a[0] * columns[0][0] + a[1] * columns[0][1] + a[2] * columns[0][2];
  return transposed(columns.map((column) => column.map((value) => value / determinant)) as unknown as Matrix);
}

function xyz(values: Triple): Buffer {
  return Buffer.concat([Buffer.from('XYZ \0\0\0\0'), ...values.map((value) => u32(Math.round(value * 65_536) >>> 0))]);
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}
