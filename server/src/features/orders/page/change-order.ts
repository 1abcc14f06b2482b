import type { Body } from '@keepsake/contract/endpoint';
import type { correctInvoice as correctInvoiceCall } from '@keepsake/contract/admin/order-page';
import { limits } from '@keepsake/contract/limits';
import type { InvoiceFields } from '@keepsake/contract/orders/invoice';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { refuseIfChanged } from '../../../platform/http/refuse-if-changed.ts';
import { findUser } from '../../accounts/user.queries.ts';
import { deleteBuckets } from '../../deletion/delete-buckets.ts';
import { invoiceOfBucket, partnerColumns } from '../../invoice/invoice.queries.ts';
import { saveInvoiceData } from '../../invoice/save-invoice.ts';
import { recordChange } from '../../journal/audit.queries.ts';
import { lockBuckets, setDeletionDate } from '../../photos/buckets/bucket.queries.ts';
import { changeBuckets } from '../../photos/buckets/change-buckets.ts';
import { photoIdsOfBuckets } from '../../photos/photo.queries.ts';
import { headOfOrder, invoiceStateOfOrder, revisionOf } from './order-page.queries.ts';

type Administrator = { userId: string };

/** The owner of an existing bucket. @throws AppError not_found, bucket_deleted */
export async function ownerOfOrder(deps: Deps, bucketId: string): Promise<string> {
  const head = await headOfOrder(deps.db, bucketId);
  if (!head) throw new AppError('not_found');
  if (head.status === null || head.userId === null) throw new AppError('bucket_deleted');
  return head.userId;
}

/**
 * Keeps a bucket for another retention period, counted from its deletion date. A repeated request has seen another date, and adds nothing.
 * @param seen the deletion date that the administrator saw
 * @throws AppError not_found, bucket_deleted, changed_meanwhile
 */
export async function extendOrder(deps: Deps, actor: Administrator, bucketId: string, seen: Date): Promise<void> {
  await ownerOfOrder(deps, bucketId);
  await deps.db.transaction().execute(async (tx) => {
    const [bucket] = await lockBuckets(tx, [bucketId]);
    if (!bucket) throw new AppError('bucket_deleted');
    const before = bucket.deletionDate;
    if (before.getTime() !== seen.getTime()) throw new AppError('changed_meanwhile');
    const after = new Date(before.getTime() + limits.retentionDays * dayMs);
    await setDeletionDate(tx, bucketId, after);
    await recordChange(tx, {
      actor,
      action: 'orders.extend',
      subject: bucketId,
      before: { deletionDate: before.toISOString() },
      after: { deletionDate: after.toISOString() },
    });
  });
}

const dayMs = 24 * 3_600_000;

/**
 * Deletes a bucket for its customer, exactly as the customer would.
 * @param email the customer's address, which the administrator has typed
 * @throws AppError not_found, bucket_deleted, address_differs; as releaseBucket
 */
export async function deleteOrder(deps: Deps, actor: Administrator, bucketId: string, email: string): Promise<void> {
  const ownerId = await ownerOfOrder(deps, bucketId);
  const owner = await findUser(deps.db, ownerId);
  if (owner?.email !== email) throw new AppError('address_differs');
  const work = changeBuckets(deps, ownerId, [bucketId], async (tx, [bucket]) => {
    const photos = (await photoIdsOfBuckets(tx, [bucketId])).length;
    await deleteBuckets(tx, [bucketId], 'customer');
    const before = { status: bucket?.status, photos };
    await recordChange(tx, { actor, action: 'orders.delete', subject: bucketId, before, after: null });
  });
  await work.catch((error: unknown) => {
    // The customer, another administrator or the retention sweep deleted it first.
    if (error instanceof AppError && error.code === 'not_found') throw new AppError('bucket_deleted', { cause: error });
    throw error;
  });
}

/**
 * Corrects the buyer on the invoice of a bucket. The audit log is kept for ever, so it names the changed fields without their values.
 * @throws AppError not_found, bucket_deleted, invoice_not_found, changed_meanwhile, invoice_not_correctable
 */
export async function correctInvoice(
  deps: Deps,
  actor: Administrator,
  bucketId: string,
  { fields, revision }: Body<typeof correctInvoiceCall>,
): Promise<void> {
  const userId = await ownerOfOrder(deps, bucketId);
  await deps.db.transaction().execute(async (tx) => {
    if ((await lockBuckets(tx, [bucketId])).length === 0) throw new AppError('bucket_deleted');
    const before = await invoiceOfBucket(tx, bucketId);
    const state = await invoiceStateOfOrder(tx, bucketId);
    if (!before || !state) throw new AppError('invoice_not_found');
    refuseIfChanged(revision, revisionOf(state), before);
    const changed = correctedFields.filter((name) => (fields[name] || null) !== (before[name] || null));
    if (changed.length === 0 && state.failure === null) return;
    await saveInvoiceData(tx, deps.config, { bucketId, userId, fields }).catch(asInvoiceError);
    await recordChange(tx, {
      actor,
      action: 'invoices.correct',
      subject: bucketId,
      before: null,
      after: { fields: changed },
    });
  });
}

const correctedFields = [...partnerColumns, 'language'] as const satisfies readonly (keyof InvoiceFields)[];

function asInvoiceError(error: unknown): never {
  if (error instanceof AppError && error.code === 'bucket_not_editable')
    throw new AppError('invoice_not_correctable', { cause: error });
  throw error;
}
