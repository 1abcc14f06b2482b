import { readFile } from 'node:fs/promises';
import { isDeepWithProfile } from '@keepsake/renderer/picture/deep-colours';
import { countScans } from '@keepsake/renderer/picture/jpeg-scans';
import sharp from 'sharp';
import { imageType } from '@keepsake/contract/photos/image-type';
import type { PhotoHeader } from './photo-tasks.ts';

/** Reads the metadata before the pixels. Undefined for a file of another type. @throws Error if it cannot be read */
export async function readHeader(path: string): Promise<PhotoHeader | undefined> {
  const bytes = await readFile(path);
  const type = imageType(bytes);
  if (!type) return undefined;
  const metadata = await sharp(bytes, { failOn: 'none', limitInputPixels: false }).metadata();
  return {
    type,
    ...metadata.autoOrient,
    pages: metadata.pages ?? 1,
    scans: type === 'jpeg' ? countScans(bytes) : 1,
    isProgressive: metadata.isProgressive,
    isDeepWithProfile: isDeepWithProfile(metadata),
  };
}
