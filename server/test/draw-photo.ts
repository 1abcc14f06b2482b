import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** A photo of four differently coloured quarters, so that it can be seen which way up it is. */
export function drawPhoto(width = 900, height = 600): Sharp {
  const quarter = (color: string, left: number, top: number) => ({
    input: {
      create: { width: Math.ceil(width / 2), height: Math.ceil(height / 2), channels: 3 as const, background: color },
    },
    left,
    top,
  });
  return sharp({ create: { width, height, channels: 3, background: quarters.bottomRight } }).composite([
    quarter(quarters.topLeft, 0, 0),
    quarter(quarters.topRight, Math.floor(width / 2), 0),
    quarter(quarters.bottomLeft, 0, Math.floor(height / 2)),
  ]);
}

const quarters = { topLeft: '#d02020', topRight: '#20a020', bottomLeft: '#2020d0', bottomRight: '#e0e020' };

/** A picture full of detail, different every time, so that no two files are equal. */
export async function drawNoise(width: number, height: number): Promise<Sharp> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 50 };
  const { data, info } = await sharp({ create: { width, height, channels: 3, background: '#888888', noise } })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
}

/** The photo as a camera held another way writes it: pixels turned, and a note how to turn them back. */
export async function drawTurned(orientation: number): Promise<Buffer> {
  const turned = await turn(await drawPhoto().png().toBuffer(), orientation);
  return sharp(turned).jpeg({ quality: 95 }).withMetadata({ orientation }).toBuffer();
}

/** The transform that undoes what the EXIF orientation asks for. */
async function turn(upright: Buffer, orientation: number): Promise<Buffer> {
  const quarterTurn = () => sharp(upright).rotate(90).png().toBuffer();
  const undo: Record<number, () => Promise<Buffer>> = {
    1: async () => upright,
    2: () => sharp(upright).flop().toBuffer(),
    3: () => sharp(upright).rotate(180).toBuffer(),
    4: () => sharp(upright).flip().toBuffer(),
    5: async () =>
      sharp(await quarterTurn())
        .flop()
        .toBuffer(),
    6: () => sharp(upright).rotate(270).toBuffer(),
    7: async () =>
      sharp(await quarterTurn())
        .flip()
        .toBuffer(),
    8: quarterTurn,
  };
  const turned = await undo[orientation]?.();
  if (!turned) throw new RangeError(`There is no orientation ${orientation}`);
  return turned;
}

/** Whether a picture shows the drawn photo upright, each channel within the tolerance of what was drawn. */
export async function isUpright(picture: Buffer, tolerance = 40): Promise<boolean> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const offset = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
    return `#${data.subarray(offset, offset + 3).toString('hex')}`;
  };
  const places = { topLeft: at(0.2, 0.2), topRight: at(0.8, 0.2), bottomLeft: at(0.2, 0.8), bottomRight: at(0.8, 0.8) };
  return Object.entries(quarters).every(([place, color]) =>
    isNear(places[place as keyof typeof places], color, tolerance),
  );
}

function isNear(a: string, b: string, tolerance: number): boolean {
  const channels = (color: string) => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
  return channels(a).every((value, i) => Math.abs(value - (channels(b)[i] ?? 0)) <= tolerance);
}

/** A progressive JPEG of so many scans; those beyond the encoder's ten change nothing. Such a picture may have 16384 blocks of 8 x 8. */
export async function drawScans(scans: number): Promise<Buffer> {
  const jpeg = await drawPhoto(600, 600).jpeg({ progressive: true }).toBuffer();
  const own = jpeg.toString('latin1').split('\xff\xda').length - 1;
  // Of one Huffman table, whose only code says: nothing more in the next 16384 blocks.
  const table = Buffer.from([0xff, 0xc4, 0, 20, 0x11, 1, ...Array<number>(15).fill(0), 0xe0]);
  const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 1, 1, 63, 0, 0, 1]);
  const more = Array.from({ length: scans - own }, () => scan);
  return Buffer.concat([jpeg.subarray(0, -2), table, ...more, jpeg.subarray(-2)]);
}

/** A small PNG that says it is huge. */
export async function drawBomb(width: number, height: number): Promise<Buffer> {
  const png = await drawPhoto(600, 600).png().toBuffer();
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

/** A WebP that moves. */
export function drawAnimation(): Promise<Buffer> {
  const pixels = Buffer.alloc(600 * 1200 * 3, 90).fill(200, 600 * 600 * 3);
  return sharp(pixels, { raw: { width: 600, height: 1200, channels: 3, pageHeight: 600 } })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer();
}
