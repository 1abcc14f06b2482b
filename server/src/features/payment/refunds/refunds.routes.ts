import { getRefunds, makeRefund } from '@keepsake/contract/orders/refunds';
import type { Deps } from '../../../deps.ts';
import type { Api } from '../../../platform/http/api.ts';
import { requestRefund } from './request-refund.ts';
import { viewRefunds } from './view-refunds.ts';

export function refundsRoutes(api: Api, deps: Deps): void {
  api.handle(getRefunds, async ({ params }) => ({ refunds: await viewRefunds(deps.db, params.id) }));

  api.handle(makeRefund, async ({ params, body, actor }) => {
    await requestRefund(deps, actor, { ...body, bucketId: params.id });
    return { refunds: await viewRefunds(deps.db, params.id) };
  });
}
