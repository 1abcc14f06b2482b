import type { Readable } from 'node:stream';
import type { Deps } from '../../../deps.ts';
import { newId } from '../../../platform/ids.ts';
import type { ReceivedFile } from '../../../platform/http/multipart.ts';
import { photoKey, type NewPhoto } from '../photo.queries.ts';
import {
  deleteRemovals,
  fileGraceMs,
  lockRemovals,
  requestMissedRemovals,
  requestRemovals,
} from '../files/file-removal.queries.ts';
import { preparePhoto, type Sender } from './prepare-photo.ts';

/**
 * Prepares and stores one photo. Its removal is scheduled before it is stored, and cancelled in the transaction that inserts its row: if this process
 * dies in between, the file is removed.
 * @throws PhotoRefused, AppError storage_full
 */
export async function storePhoto(
  deps: Deps,
  file: ReceivedFile,
  photo: Pick<NewPhoto, 'originalName' | 'uploadId' | 'sourceSha256' | 'actions' | 'chosenAt'>,
  sender: Sender,
  onKey: (storageKey: string) => void,
): Promise<NewPhoto> {
  const { jpeg, width, height } = await preparePhoto(file.path, sender);
  const stored = await storePhotoFile(deps, 'jpg', () => Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.length), onKey);
  return { id: newId(), width, height, ...stored, ...photo };
}

/** Stores a file under a new name; its removal stays scheduled until a row is inserted. */
export async function storePhotoFile(
  { db, storage }: Deps,
  extension: string,
  /** Called just before the file is written, so that no stream is opened in vain. */
  open: () => Readable | Uint8Array | Promise<Readable | Uint8Array>,
  onKey: (storageKey: string) => void,
): Promise<Pick<NewPhoto, 'filename' | 'bytes' | 'sha256'>> {
  const filename = `${newId()}.${extension}`;
  const key = photoKey(filename);
  onKey(key);
  await requestRemovals(db, [key], fileGraceMs);
  const { bytes, sha256 } = await storage.put(key, await open(), `image/${extension === 'jpg' ? 'jpeg' : extension}`);
  return { filename, bytes, sha256 };
}

/** Removes the files that have no row, even if they were stored only after their removal. A file that cannot be removed now is left to the next sweep. */
export async function discardFiles(deps: Deps, storageKeys: string[]): Promise<void> {
  if (storageKeys.length === 0) return;
  try {
    await requestMissedRemovals(deps.db, storageKeys);
    await deps.db.transaction().execute(async (tx) => {
      const unclaimed = await lockRemovals(tx, storageKeys);
      await Promise.all(unclaimed.map(({ storageKey }) => deps.storage.remove(storageKey)));
      await deleteRemovals(
        tx,
        unclaimed.map(({ id }) => id),
      );
    });
  } catch (error) {
    deps.log.warn({ err: error, files: storageKeys.length }, 'files of an upload are left to the sweep');
  }
}
