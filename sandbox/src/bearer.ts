import { createHash, timingSafeEqual } from 'node:crypto';

/** The key of an `Authorization: Bearer …` header, or undefined. */
export function bearerKey(header: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(header ?? '')?.[1];
}

export function sameKey(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
