import { createHash, randomBytes } from 'node:crypto';
import { v7 } from 'uuid';

/** A new id: UUIDv7, so that rows lie in the order of their making. */
export function newId(): string {
  return v7();
}

/** 256 random bits in URL-safe text: a secret that is handed out once and kept as a hash. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function sha256(value: string | Uint8Array): Buffer {
  return createHash('sha256').update(value).digest();
}
