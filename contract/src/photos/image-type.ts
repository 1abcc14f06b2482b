export type ImageType = 'jpeg' | 'png' | 'webp';

/** How many leading bytes identify the type. */
export const signatureLength = 12;

/** The file's type by its first bytes, whatever its name. Undefined for anything but the three accepted types. */
export function imageType(head: Uint8Array): ImageType | undefined {
  if (starts(head, [0xff, 0xd8, 0xff])) return 'jpeg';
  if (starts(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  if (starts(head, [0x52, 0x49, 0x46, 0x46]) && starts(head.subarray(8), [0x57, 0x45, 0x42, 0x50])) return 'webp';
  return undefined;
}

function starts(bytes: Uint8Array, expected: readonly number[]): boolean {
  return expected.every((byte, at) => bytes[at] === byte);
}
