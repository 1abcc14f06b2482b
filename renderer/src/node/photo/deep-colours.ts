import sharp, { type Metadata, type Sharp } from 'sharp';

/** Whether a picture has 16 bits a colour, whose meaning a profile tells. */
export function isDeepWithProfile({ depth, hasProfile }: Metadata): boolean {
  return depth === 'ushort' && hasProfile;
}

/**
 * Such a picture with 8 bits a colour, and its own profile still. Of 16 bits, sharp would make Display P3 of the profile's colours, and call
 * that sRGB.
 */
export async function inEightBits(picture: Sharp): Promise<Sharp> {
  return sharp(await picture.keepIccProfile().toColourspace('srgb').png({ compressionLevel: 0 }).toBuffer());
}
