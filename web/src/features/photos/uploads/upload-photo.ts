import type { Reply } from '@keepsake/contract/endpoint';
import type { uploadContent } from '@keepsake/contract/photos/content';
import { ApiError } from '../../../shared/api.ts';
import { now } from '../../../shared/clock.ts';
import { CodeUnavailable } from '../../../shared/load-code.ts';
import { changePhoto, findPhoto, forgetBucket, rejectPhoto, bucketKey, setProgress, useCart } from '../cart/cart.ts';
import { findFile, forgetCopy, forgetFiles, isReadable, keepFile } from '../cart/unsent-files.ts';
import { cancelUpload } from './cancel-upload.ts';
import { AlteredByBrowser } from './downscale-photo.ts';
import { downscalePhoto } from './downscale.ts';
import { sendPhoto, UploadPostponed, UploadTimeout } from './send-photo.ts';

/** Downscales and uploads one photo and stores the result in the cart. Does nothing if the server has it already. Never throws. */
export async function uploadPhoto(id: string, signal: AbortSignal): Promise<void> {
  if (findPhoto(id)?.photoId) return forgetFiles([id]);
  try {
    const reply = await deliver(id, signal);
    settle(id, reply);
    if (findPhoto(id)) await forgetCopy(id);
    else await forgetFiles([id]);
  } catch (error) {
    if (!signal.aborted) changePhoto(id, { status: 'failed', failure: failureCode(error) });
  } finally {
    setProgress(id, null);
  }
}

async function deliver(id: string, signal: AbortSignal): Promise<Reply<typeof uploadContent>> {
  changePhoto(id, { status: 'preparing', failure: null });
  const file = await prepare(id);
  signal.throwIfAborted();
  changePhoto(id, { status: 'uploading' });
  return sendPatiently(id, file, signal);
}

/** The file to upload, downscaled only once even if the upload is retried. */
async function prepare(id: string): Promise<File> {
  const file = await findFile(id);
  if (!file) throw new MissingFile('The photo cannot be read any more');
  const reduced = await downscalePhoto(file);
  if (reduced !== file) await keepFile(id, reduced);
  return reduced;
}

const patience = { times: 3, longestWaitMs: 60_000 };

/** Waits as long as a busy server asks; creates a new bucket if the current one is deleted. */
async function sendPatiently(id: string, file: File, signal: AbortSignal): Promise<Reply<typeof uploadContent>> {
  const chosenAt = findPhoto(id)?.createdAt ?? now().toISOString();
  for (let attempt = 1; ; attempt += 1) {
    const { bucketId } = useCart.getState();
    try {
      return await sendPhoto({
        uploadId: id,
        file,
        chosenAt,
        bucketId,
        bucketKey: bucketKey(),
        signal,
        onProgress: (share) => setProgress(id, share),
      });
    } catch (error) {
      // An unreadable file and a lost connection cause the same network error.
      if (error instanceof ApiError && error.code === 'network_error' && !(await isReadable(file)))
        throw new MissingFile('The photo cannot be read any more');
      if (attempt > patience.times) throw error;
      if (error instanceof UploadPostponed && error.waitMs <= patience.longestWaitMs) await wait(error.waitMs, signal);
      else if (error instanceof ApiError && error.code === 'not_found') forgetBucket(bucketId);
      else throw error;
    }
  }
}

function settle(id: string, { bucketId, content: [stored], rejected: [refused] }: Reply<typeof uploadContent>): void {
  const photo = findPhoto(id);
  if (refused) return photo && rejectPhoto(id, refused);
  if (!stored) return;
  // The photo was removed during the request.
  if (!photo) return void cancelUpload(id);
  useCart.setState({ bucketId, bucketKey: null });
  changePhoto(id, {
    status: 'uploaded',
    photoId: stored.id,
    filename: stored.filename,
    unsaved: photo.actions.length > 0,
    preview: photo.preview ?? stored.photoUrl,
    size: { width: stored.width, height: stored.height },
  });
}

class MissingFile extends Error {
  override readonly name = 'MissingFile';
}

/** An error code, or a key of the texts under `uploadFailure`. */
function failureCode(error: unknown): string {
  if (error instanceof ApiError) return error.code;
  if (error instanceof CodeUnavailable) return 'code_unavailable';
  if (error instanceof UploadTimeout) return 'timeout';
  if (error instanceof UploadPostponed) return 'rate_limited';
  if (error instanceof AlteredByBrowser) return 'altered';
  return error instanceof MissingFile ? 'missing_file' : 'internal_error';
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
