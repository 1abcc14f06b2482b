import {
  archiveAnyBucket as archiveAnyBucketCall,
  getOrder,
  grantFilms as grantFilmsCall,
  ledgerBalance,
  listLedger,
  recordRefund as recordRefundCall,
  unarchiveAnyBucket,
} from '@keepsake/contract/orders/ledger';
import type { Deps } from '../../../deps.ts';
import type { Api } from '../../../platform/http/api.ts';
import { archiveAnyBucket } from '../../photos/buckets/archive-bucket.ts';
import { grantFilms } from './grant-films.ts';
import { recordRefund } from './record-refund.ts';
import { compareDays, lastComparison, viewLedger, viewOrder } from './view-ledger.ts';

export function ledgerRoutes(api: Api, deps: Deps): void {
  api.handle(listLedger, async ({ query }) => viewLedger(deps.db, query));

  api.handle(ledgerBalance, async ({ query: { from, to } }) => {
    const [first, last] = [from ?? to, to ?? from];
    const isAsked = first !== undefined && last !== undefined;
    return { comparison: isAsked ? await compareDays(deps, first, last) : await lastComparison(deps) };
  });

  api.handle(getOrder, async ({ params }) => ({ order: await viewOrder(deps.db, params.id) }));

  api.handle(recordRefundCall, async ({ params, body, actor }) => {
    await recordRefund(deps, actor, { ...body, bucketId: params.id });
    return { order: await viewOrder(deps.db, params.id) };
  });

  for (const [call, status] of [
    [archiveAnyBucketCall, 'archived'],
    [unarchiveAnyBucket, 'paid'],
  ] as const)
    api.handle(call, async ({ params, actor }) => {
      await archiveAnyBucket(deps.db, actor, params.id, status);
      return { order: await viewOrder(deps.db, params.id) };
    });

  api.handle(grantFilmsCall, async ({ params, body, actor }) => {
    await grantFilms(deps, actor, { ...body, bucketId: params.id });
    return { order: await viewOrder(deps.db, params.id) };
  });
}
