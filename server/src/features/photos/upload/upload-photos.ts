import { createHash } from 'node:crypto';
import type { Action, RejectedFile } from '@keepsake/contract/photos/content';
import { limits } from '@keepsake/contract/limits';
import type { Deps } from '../../../deps.ts';
import type { ReceivedFile } from '../../../platform/http/multipart.ts';
import type { NewPhoto } from '../photo.queries.ts';
import { displayName } from '../files/file-name.ts';
import { addPhotos, type AddedPhotos } from './add-photos.ts';
import { checkUpload } from './check-upload.ts';
import { discardFiles, storePhoto } from './store-photo.ts';
import { PhotoRefused, type Sender } from './prepare-photo.ts';

export interface Upload {
  files: readonly ReceivedFile[];
  /** Effects of each file, in the order of the files; missing entries mean no effects. */
  actions: readonly Action[][];
  /** The upload ids chosen by the client, in the order of the files, in lower case. */
  uploadIds: readonly (string | undefined)[];
  /** When each file was chosen, if the client sent it. */
  chosenAt: readonly (string | undefined)[];
  /** An unpaid bucket of this user; if missing, a new bucket is created. */
  bucketId: string | undefined;
  /** Idempotency key for the new bucket: a repeated upload goes to the bucket that the first one created. */
  setKey: string | undefined;
}

export interface UploadResult extends AddedPhotos {
  rejected: RejectedFile[];
}

/**
 * Adds photos to a bucket: each file of the request becomes one photo, even if two are identical. Rejected files are returned with the reason, and the
 * others are kept. A file that a repeated request sends again is the existing photo. An interrupted upload leaves neither row nor file.
 * @param signal aborted when the client disconnects
 * @throws AppError bucket_not_editable, as changeBuckets, too_many_open_buckets, too_many_photos, prompt_not_available, duplicate_prompt,
 * storage_full
 */
export async function uploadPhotos(
  deps: Deps,
  userId: string,
  upload: Upload,
  signal: AbortSignal,
): Promise<UploadResult> {
  const { bucketId, ...checked } = await checkUpload(deps.db, userId, upload);
  const storedKeys: string[] = [];
  try {
    const { photos, sources, rejected } = await storeAll(deps, upload, checked, storedKeys, { userId, signal });
    signal.throwIfAborted();
    if (sources.length === 0) return { bucketId, photos: [], rejected };
    return { ...(await addPhotos(deps, userId, { bucketId, setKey: upload.setKey }, photos, sources)), rejected };
  } finally {
    await discardFiles(deps, storedKeys);
  }
}

interface StoredFiles {
  photos: NewPhoto[];
  /** Source of every accepted file, in the order of the files. */
  sources: Buffer[];
  rejected: RejectedFile[];
}

/** Stores one file after the other, so that a large upload does not block other users' uploads. */
async function storeAll(
  deps: Deps,
  upload: Upload,
  { known, cancelled }: { known: ReadonlySet<string>; cancelled: ReadonlySet<string> },
  storedKeys: string[],
  sender: Sender,
): Promise<StoredFiles> {
  const photos: NewPhoto[] = [];
  const rejected: RejectedFile[] = [];
  const sources: Buffer[] = [];
  const all = sourcesOf(upload);
  for (const [at, file] of upload.files.entries()) {
    sender.signal.throwIfAborted();
    const originalName = displayName(file.sentName);
    const sourceSha256 = all[at] ?? file.sha256;
    const uploadId = upload.uploadIds[at] ?? null;
    try {
      if (uploadId !== null && cancelled.has(uploadId))
        throw new PhotoRefused('removed', 'you have removed this photo.');
      checkBytes(file);
      if (!known.has(sourceSha256.toString('hex'))) {
        const [actions = [], chosenAt] = [upload.actions[at], upload.chosenAt[at]];
        const photo = { originalName, uploadId, sourceSha256, actions, chosenAt };
        photos.push(await storePhoto(deps, file, photo, sender, (key) => storedKeys.push(key)));
      }
      sources.push(sourceSha256);
    } catch (error) {
      if (!(error instanceof PhotoRefused)) throw error;
      rejected.push({ filename: originalName, uploadId, code: error.code, error: `${originalName}: ${error.message}` });
    }
  }
  return { photos, sources, rejected };
}

/**
 * The identity of each photo within its bucket: a hash of the upload id. Without an upload id it is the file's SHA-256; for copies in the same request
 * it is a hash of that and their number.
 */
function sourcesOf({ files, uploadIds }: Upload): Buffer[] {
  const copies = new Map<string, number>();
  return files.map(({ sha256 }, at) => {
    const uploadId = uploadIds[at];
    if (uploadId !== undefined) return createHash('sha256').update(`upload ${uploadId}`).digest();
    const hex = sha256.toString('hex');
    const before = copies.get(hex) ?? 0;
    copies.set(hex, before + 1);
    return before === 0 ? sha256 : createHash('sha256').update(`${hex}:${before}`).digest();
  });
}

const megabyte = 1024 * 1024;

function checkBytes({ bytes, cut }: ReceivedFile): void {
  if (bytes === 0) throw new PhotoRefused('empty', 'the file is empty.');
  if (cut)
    throw new PhotoRefused(
      'too_large',
      `the file is too large; at most ${limits.photoBytes / megabyte} MB can be used.`,
    );
}
