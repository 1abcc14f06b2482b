import * as contract from '@keepsake/contract/content';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Api } from '../../platform/http/api.ts';
import { createUploadGate } from '../../platform/http/upload-gate.ts';
import { untilGone } from '../../platform/http/until-gone.ts';
import { networkOf } from '../../platform/network-of.ts';
import { bucketsPage, ownBucket, pageOfBucket } from '../buckets/bucket.queries.ts';
import { viewBuckets } from '../buckets/bucket-view.ts';
import { cancelUpload } from './cancel-upload.ts';
import { ownContents } from './content.queries.ts';
import { contentStatuses } from './content-statuses.ts';
import { viewBucketContents, viewContents } from './content-view.ts';
import { deleteContent } from './delete-content.ts';
import { receiveUpload } from './receive-upload.ts';
import { updateBatch } from './update-batch.ts';
import { uploadPhotos } from './upload-photos.ts';
import { toUploadReply } from './upload-reply.ts';

/** More than a browser ever sends at once; each holds a connection and files on the disk while it waits for its turn. */
const uploadsAtOnce = 64;
/** A browser sends two at once; several devices of a family may send from one network. */
const uploadsOfAccount = 6;
const uploadsOfNetwork = 24;

export function contentRoutes(api: Api, deps: Deps): void {
  const gate = createUploadGate(uploadsAtOnce);

  api.handle(contract.uploadContent, async ({ actor, request, reply }) => {
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

  api.handle(contract.updateBatch, async ({ actor, body }) => {
    await updateBatch(deps, actor.userId, body.contents);
    const contentIds = body.contents.map(({ id }) => id);
    return { contents: await viewContents(deps, deps.db, contentIds) };
  });

  api.handle(contract.myBuckets, async ({ actor, query }) => {
    const { limit, bucket } = query;
    const asked = bucket === undefined ? query : await pageOfBucket(deps.db, actor.userId, bucket, limit);
    const { page, archived } = asked;
    const { total, archivedTotal, buckets } = await bucketsPage(deps.db, actor.userId, { page, limit, archived });
    return {
      buckets: await viewBuckets(deps, deps.db, buckets),
      pagination: { total, totalPages: Math.ceil(total / limit), page, limit },
      archived,
      archivedTotal,
    };
  });

  api.handle(contract.batchStatus, async ({ actor, body }) => ({
    statuses: await contentStatuses(deps, actor.userId, body.contentIds),
  }));

  api.handle(contract.getContent, async ({ actor, params }) => {
    const [own] = await ownContents(deps.db, actor.userId, [params.id]);
    const [content] = own ? await viewContents(deps, deps.db, [own.id]) : [];
    if (!content) throw new AppError('not_found');
    return { content };
  });

  api.handle(contract.bucketContents, async ({ actor, params }) => {
    if (!(await ownBucket(deps.db, actor.userId, params.id))) throw new AppError('not_found');
    return { contents: await viewBucketContents(deps, deps.db, [params.id]) };
  });

  api.handle(contract.cancelUpload, ({ actor, params }) =>
    cancelUpload(deps, actor.userId, params.uploadId.toLowerCase()),
  );

  api.handle(contract.deleteContentFile, ({ actor, params }) => deleteContent(deps, actor.userId, params.filename));
}
