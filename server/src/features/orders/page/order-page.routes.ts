import * as contract from '@keepsake/contract/admin/order-page';
import type { Deps } from '../../../deps.ts';
import type { Api } from '../../../platform/http/api.ts';
import { retryFilmsOfBucket } from '../../films/retry-film.ts';
import { recordChangeOnce } from '../../journal/audit.queries.ts';
import { sendMailAgain } from '../../notifications/send-mail-again.ts';
import { correctInvoice, deleteOrder, extendOrder, ownerOfOrder } from './change-order.ts';
import { countUndeliveredMails, undeliveredMails } from './order-page.queries.ts';
import { viewHistory, viewMail, viewOrderPage } from './view-order-page.ts';

/** An open page polls: all its calls within these minutes are one audit entry. */
const oneLookMinutes = 60;

export function orderPageRoutes(api: Api, deps: Deps): void {
  api.handle(contract.getOrderPage, async ({ params, actor }) => ({ order: await showOrder(deps, actor, params.id) }));

  api.handle(contract.orderHistory, ({ params, query }) => viewHistory(deps.db, params.id, query));

  api.handle(contract.retryOrder, async ({ params, actor }) => {
    await ownerOfOrder(deps, params.id);
    const retried = await retryFilmsOfBucket(deps, actor, params.id);
    return { order: await showOrder(deps, actor, params.id), retried };
  });

  api.handle(contract.correctInvoice, async ({ params, body, actor }) => {
    await correctInvoice(deps, actor, params.id, body);
    return { order: await showOrder(deps, actor, params.id) };
  });

  api.handle(contract.extendOrder, async ({ params, body, actor }) => {
    await extendOrder(deps, actor, params.id, new Date(body.seenDeletionDate));
    return { order: await showOrder(deps, actor, params.id) };
  });

  api.handle(contract.deleteOrder, async ({ params, body, actor }) => {
    await deleteOrder(deps, actor, params.id, body.email);
    return { order: await showOrder(deps, actor, params.id) };
  });

  api.handle(contract.listUndeliveredMails, async ({ query }) => ({
    data: (await undeliveredMails(deps.db, query)).map(({ userId, name, email, ...mail }) => ({
      ...viewMail(mail),
      customer: userId === null || name === null || email === null ? null : { id: userId, name, email },
    })),
    total: await countUndeliveredMails(deps.db),
  }));

  api.handle(contract.sendMailAgain, async ({ params, actor }) => {
    await sendMailAgain(deps, actor, params.id);
    return { message: 'The mail is on its way again.' };
  });
}

/** Photos are the most private data of the product, so the audit log says which administrator has seen the photos of an order. */
async function showOrder(deps: Deps, actor: { userId: string }, bucketId: string): Promise<contract.OrderPage> {
  const order = await viewOrderPage(deps, bucketId);
  const after = { photos: order.photos.length };
  if (after.photos > 0) {
    const look = { actor, action: 'orders.view', subject: bucketId, before: null, after } as const;
    await recordChangeOnce(deps.db, look, oneLookMinutes);
  }
  return order;
}
