export type ImageType = 'jpeg' | 'png' | 'webp';

/** How many bytes from the start tell the type. */
export const signatureLength = 12;

/** What a file is by its first bytes; its name says nothing. Undefined for anything but the three types that are taken. */
export function imageType(head: Buffer): ImageType | undefined {
  if (head.subarray(0, 3).equals(jpegStart)) return 'jpeg';
  if (head.subarray(0, 8).equals(pngStart)) return 'png';
  if (head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP') return 'webp';
  return undefined;
}

const jpegStart = Buffer.from([0xff, 0xd8, 0xff]);
const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
