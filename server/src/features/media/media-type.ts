import { extname } from 'node:path';

const types: Record<string, string> = {
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.mp4': 'video/mp4',
  '.pdf': 'application/pdf',
  '.zip': 'application/zip',
};

/** What a file is sent and stored as, by the ending of its name. */
export function mediaType(storageKey: string): string {
  return types[extname(storageKey)] ?? 'application/octet-stream';
}
