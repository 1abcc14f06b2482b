import type { createLocks } from '../locks.ts';
import type { Records } from '../records.ts';

/** An object that is whole: its content lies in a file of its own and never changes. */
export type StoredObject = {
  /** SHA-256 of bucket and key, in hex. */
  id: string;
  bucket: string;
  key: string;
  file: string;
  bytes: number;
  /** Without quotes. */
  etag: string;
  contentType: string;
  modifiedAt: string;
};

export type Part = { file: string; bytes: number; etag: string };

/** A multipart upload that is neither completed nor aborted. */
export type Upload = {
  id: string;
  bucket: string;
  key: string;
  contentType: string;
  startedAt: string;
  parts: Record<string, Part>;
};

export type ObjectKinds = { object: StoredObject; upload: Upload };
export const objectKinds: (keyof ObjectKinds)[] = ['object', 'upload'];

export type Credentials = { accessKeyId: string; secretAccessKey: string; region: string };

export type ObjectStore = {
  records: Records<ObjectKinds>;
  /** Folder with one file per content. */
  folder: string;
  buckets: ReadonlySet<string>;
  credentials: Credentials;
  /** Runs changes of the same object or upload one at a time. */
  inTurn: ReturnType<typeof createLocks>;
  /** Bytes that objects and parts may take together. */
  room: { bytes: number };
};
