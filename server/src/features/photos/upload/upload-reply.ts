import type { uploadReply } from '@keepsake/contract/content';
import type * as z from 'zod/mini';
import { AppError } from '../../../errors.ts';
import type { SignedLinks } from '../../../platform/signed-links.ts';
import { photoUrl } from '../files/media-links.ts';
import type { UploadResult } from './upload-photos.ts';

/** What the sender of an upload is told. @throws AppError files_rejected with the same body where any file was refused */
export function toUploadReply(links: SignedLinks, result: UploadResult): z.input<typeof uploadReply> {
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
