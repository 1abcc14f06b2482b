import { uploadContent, type uploadReply } from '@keepsake/contract/photos/content';
import type * as z from 'zod/mini';
import type { Deps } from '../../deps.ts';
import type { Api } from '../../platform/http/api.ts';
import { createUploadGate } from '../../platform/http/upload-gate.ts';
import { untilGone } from '../../platform/http/until-gone.ts';
import { networkOf } from '../../platform/network/network-of.ts';
import { AppError } from '../../errors.ts';
import type { SignedLinks } from '../../platform/secrets/signed-links.ts';
import { receiveUpload } from './upload/receive-upload.ts';
import { uploadPhotos, type UploadResult } from './upload/upload-photos.ts';
import { photoUrl } from './files/media-links.ts';

/** Limit of uploads whose photos are prepared or wait for it; each holds a connection and temporary files. */
const uploadsAtOnce = 64;
/** Limits of uploads that are arriving or prepared. A browser sends two at a time; a network may have several devices. */
const uploadsOfAccount = 6;
const uploadsOfNetwork = 24;

export function photosRoutes(api: Api, deps: Deps): void {
  const gate = createUploadGate(uploadsAtOnce);

  api.handle(uploadContent, async ({ actor, request, reply }) => {
    await deps.limits.count('upload', actor.userId);
    const gone = untilGone(reply);
    const keys = [
      { name: `account ${actor.userId}`, most: uploadsOfAccount },
      { name: `network ${networkOf(request.ip)}`, most: uploadsOfNetwork },
    ];
    return deps.temp.use((newPath) =>
      gate.run(
        keys,
        () => receiveUpload(request, newPath),
        async (upload) => toUploadReply(deps.links, await uploadPhotos(deps, actor.userId, upload, gone)),
      ),
    );
  });
}

/** The reply to an upload. @throws AppError files_rejected, with the same body, if any file was refused */
function toUploadReply(links: SignedLinks, result: UploadResult): z.input<typeof uploadReply> {
  const body = {
    bucketId: result.bucketId ?? null,
    content: result.photos.map(({ id, filename, originalName, uploadId, width, height }) => ({
      id,
      filename,
      originalName,
      uploadId,
      width,
      height,
      photoUrl: photoUrl(links, filename),
    })),
    rejected: result.rejected,
  };
  if (result.rejected.length > 0) throw refusal(body);
  return body;
}

function refusal(body: z.input<typeof uploadReply>): AppError {
  const reasons = body.rejected.map(({ error }) => error).join(' ');
  const summary =
    body.content.length > 0 ? 'Some files could not be used. The others are saved.' : 'No file could be used.';
  return new AppError('files_rejected', {
    text: `${summary} ${reasons}`,
    fields: Object.fromEntries(body.rejected.map(({ filename, error }) => [filename, error])),
    body,
  });
}
