import { uploadContent } from '@keepsake/contract/content';
import type { Deps } from '../../deps.ts';
import type { Api } from '../../platform/http/api.ts';
import { createUploadGate } from '../../platform/http/upload-gate.ts';
import { untilGone } from '../../platform/http/until-gone.ts';
import { networkOf } from '../../platform/network-of.ts';
import { receiveUpload } from './upload/receive-upload.ts';
import { uploadPhotos } from './upload/upload-photos.ts';
import { toUploadReply } from './upload/upload-reply.ts';

/** More than a browser ever sends at once; each holds a connection and files on the disk while it waits for its turn. */
const uploadsAtOnce = 64;
/** A browser sends two at once; several devices of a family may send from one network. */
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
    return gate.run(keys, () =>
      deps.temp.use(async (newPath) => {
        const upload = await receiveUpload(request, newPath);
        return toUploadReply(deps.links, await uploadPhotos(deps, actor.userId, upload, gone));
      }),
    );
  });
}
