import type { Readable } from 'node:stream';

export interface StoredFile {
  readonly bytes: number;
  readonly sha256: Buffer;
}

export interface ReadRange {
  /** First byte, from 0. */
  readonly start: number;
  /** Last byte, inclusive. */
  readonly end: number;
}

/**
 * Stores photos and films. The server generates the keys (`photos/<uuid>.jpg`, `films/<uuid>.mp4`), which match
 * `^[a-z]+/[0-9a-f-]{36}[a-z-]*\.[a-z0-9]{2,4}$`; anything else is refused.
 */
export interface Storage {
  /**
   * Stores the whole source durably before it resolves, replacing a file under the same key; on failure the previous file stays. If a remote store's
   * answer is lost, this throws although the new file may be stored completely; it is never stored in part.
   * @throws AppError storage_full, service_unavailable
   */
  put(key: string, source: Readable | Uint8Array, contentType: string): Promise<StoredFile>;
  /** Size in bytes, or undefined if there is no such file. */
  size(key: string): Promise<number | undefined>;
  /** A stream of the file or of a range of it. @throws StorageMissing, AppError service_unavailable */
  read(key: string, range?: ReadRange): Promise<Readable>;
  /** Runs work with a local path of the file. */
  withLocalFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T>;
  /** Removing a missing file succeeds. */
  remove(key: string): Promise<void>;
  /** All keys in a folder (`photos/`), for checks and sweeps. */
  list(folder: string): AsyncIterable<string>;
  /** Throws when the storage cannot be read and written now. */
  check(): Promise<void>;
}

export class StorageMissing extends Error {
  constructor(key: string) {
    super(`No file ${key} in storage`);
    this.name = 'StorageMissing';
  }
}

const storageKey = /^[a-z]+\/[0-9a-f-]{36}[a-z-]*\.[a-z0-9]{2,4}$/;

/** @throws RangeError for a key that is not of the server's form */
export function checkedKey(key: string): string {
  if (!storageKey.test(key)) throw new RangeError(`${JSON.stringify(key)} is not a storage key`);
  return key;
}

export function checkedFolder(folder: string): string {
  if (!/^[a-z]+\/$/.test(folder)) throw new RangeError(`${JSON.stringify(folder)} is not a folder of the storage`);
  return folder;
}
