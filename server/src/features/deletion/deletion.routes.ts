import { deleteAccount as deleteAccountCall } from '@keepsake/contract/accounts/accounts';
import { cancelUpload as cancelUploadCall, deleteBucket, deleteContentFile } from '@keepsake/contract/photos/content';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Api } from '../../platform/http/api.ts';
import { accountOf } from '../accounts/sessions/authenticate.ts';
import { ownBucket } from '../photos/buckets/bucket.queries.ts';
import { changeBuckets } from '../photos/buckets/change-buckets.ts';
import { cancelUpload, deletePhoto } from './delete-photo.ts';
import { deleteAccount } from './delete-account.ts';
import { deleteBuckets } from './delete-buckets.ts';

/** Deletions by a customer: a photo, a bucket, the account. */
export function deletionRoutes(api: Api, deps: Deps): void {
  api.handle(deleteContentFile, ({ actor, params }) => deletePhoto(deps, actor.userId, params.filename));

  api.handle(cancelUploadCall, ({ actor, params }) => cancelUpload(deps, actor.userId, params.uploadId.toLowerCase()));

  api.handle(deleteBucket, async ({ params, actor }) => {
    if (!(await ownBucket(deps.db, actor.userId, params.id))) throw new AppError('not_found');
    await changeBuckets(deps, actor.userId, [params.id], (tx) => deleteBuckets(tx, [params.id], 'customer'));
    return { message: 'The set has been deleted.' };
  });

  api.handle(deleteAccountCall, async ({ body, actor, request }) => {
    await deleteAccount(deps, request.log, accountOf(actor), body.password);
    return { message: 'Your account has been deleted.' };
  });
}
