import {
  bucketInvoice,
  lastInvoice,
  listFailedInvoices,
  retryInvoice,
  saveInvoice,
} from '@keepsake/contract/orders/invoice';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Api } from '../../platform/http/api.ts';
import { recordChange } from '../journal/audit.queries.ts';
import { ownBucket } from '../photos/buckets/bucket.queries.ts';
import { failedInvoices, invoiceOfBucket, lastInvoiceOf } from './invoice.queries.ts';
import { wakeInvoice } from '../journal/queued-jobs.ts';
import { reopenIssue } from './issue.queries.ts';
import { saveInvoiceData } from './save-invoice.ts';
import { viewIssue } from './view-issue.ts';

export function invoiceRoutes(api: Api, deps: Deps): void {
  api.handle(lastInvoice, async ({ actor }) => ({ invoice: (await lastInvoiceOf(deps.db, actor.userId)) ?? null }));

  api.handle(bucketInvoice, async ({ params, actor }) => {
    if (!(await ownBucket(deps.db, actor.userId, params.id))) throw new AppError('not_found');
    const invoice = await invoiceOfBucket(deps.db, params.id);
    if (!invoice) throw new AppError('invoice_not_found');
    return { invoice, issue: await viewIssue(deps, invoice.id) };
  });

  api.handle(saveInvoice, async ({ body, actor }) => {
    const { bucketId, ...fields } = body;
    const invoice = await deps.db
      .transaction()
      .execute((tx) => saveInvoiceData(tx, deps.config, { bucketId, userId: actor.userId, fields }));
    return { invoiceId: invoice.id, invoice };
  });

  api.handle(listFailedInvoices, ({ query }) => failedInvoices(deps.db, query));

  api.handle(retryInvoice, async ({ params, actor }) => {
    const { id } = params;
    await deps.db.transaction().execute(async (tx) => {
      const reopened = await reopenIssue(tx, id);
      if (!reopened) throw new AppError('retry_not_possible');
      await wakeInvoice(tx, id);
      const [before, after] = [{ state: 'failed' }, { state: reopened.state }];
      await recordChange(tx, { actor, action: 'invoices.retry', subject: id, before, after });
    });
    return { message: 'Invoice issuing resumed.' };
  });
}
