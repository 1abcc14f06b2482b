import * as contract from '@keepsake/contract/films/shares';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Api } from '../../platform/http/api.ts';
import { networkOf } from '../../platform/network/network-of.ts';
import { ownBucket } from '../photos/buckets/bucket.queries.ts';
import { createShare, viewShare } from './create-share.ts';
import { openShare } from './open-share.ts';
import { deleteShare, sharesOfBucket } from './share.queries.ts';

export function sharesRoutes(api: Api, deps: Deps): void {
  const { db, limits, publicUrl } = deps;

  api.handle(contract.createShare, async ({ params, body, actor }) => {
    await limits.count('share', actor.userId);
    if (!(await ownBucket(db, actor.userId, params.id))) throw new AppError('not_found');
    const { share, token } = await createShare(deps, params.id, body);
    // After the #: browsers do not send a fragment to servers, neither in requests nor as referrer.
    return { share, url: `${publicUrl}/shared#${token}` };
  });

  api.handle(contract.listShares, async ({ params, actor }) => {
    if (!(await ownBucket(db, actor.userId, params.id))) throw new AppError('not_found');
    return { shares: (await sharesOfBucket(db, params.id)).map(viewShare) };
  });

  api.handle(contract.revokeShare, async ({ params, actor }) => {
    if (!(await deleteShare(db, actor.userId, params.id))) throw new AppError('not_found');
    return { message: 'The link has ended.' };
  });

  api.handle(contract.openShare, ({ body, request }) => openShare(deps, body, networkOf(request.ip)));
}
