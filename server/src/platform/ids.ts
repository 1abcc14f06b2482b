import { createHash, randomBytes } from 'node:crypto';
import { v7 } from 'uuid';

/** A new id: UUIDv7, so that ids sort by creation time. */
export function newId(): string {
  return v7();
}

/** 256 random bits in URL-safe text: a secret that is returned once and stored as a hash. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function sha256(value: string | Uint8Array): Buffer {
  return createHash('sha256').update(value).digest();
}
