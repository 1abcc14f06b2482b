import type { InvoiceFields } from '@keepsake/contract/orders/invoice';
import { sql, type ExpressionBuilder, type NotNull } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/db.ts';
import { appNow, databaseNow, later } from '../../platform/database/expressions.ts';
import type { JsonOf } from '../../platform/database/json.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { InvoiceLine } from '../../providers/invoicing/invoice-issuer.ts';
import { buyerColumns } from './invoice.queries.ts';

/** States in which the invoice has a next step. */
export const openIssueStates = ['to_issue', 'issuing', 'unknown'] as const;
export type OpenIssueState = (typeof openIssueStates)[number];

/** No issuer has the invoice: none was called, or the called one has certainly refused it. */
function isCorrectable({ eb, and }: ExpressionBuilder<Tables, 'invoices'>) {
  return and([
    eb('issueState', 'in', ['to_issue', 'failed']),
    eb('requestedAt', 'is', null),
    eb('documentId', 'is', null),
  ]);
}

/**
 * Replaces the buyer's data of a paid bucket's invoice, which is then issued with the new data. A step that is running cannot commit its result any
 * more.
 * @returns its id; undefined if it may have been issued
 */
export async function correctIssue(tx: Tx, bucketId: string, fields: InvoiceFields): Promise<string | undefined> {
  const corrected = await tx
    .updateTable('invoices')
    .where('bucketId', '=', bucketId)
    .where(isCorrectable)
    .set(({ eb }) => ({
      ...buyerColumns(fields),
      updatedAt: appNow,
      issueState: 'to_issue',
      issueFailure: null,
      preparation: null,
      consecutiveFailures: 0,
      issueStep: eb('issueStep', '+', 1),
    }))
    .returning('id')
    .executeTakeFirst();
  return corrected?.id;
}

/** The state of issuing an invoice; undefined if none is to be issued. */
export function issueOf(
  db: Queryable,
  id: string,
): Promise<{ state: OpenIssueState | 'issued' | 'failed'; number: string | null; correctable: boolean } | undefined> {
  return (
    db
      .selectFrom('invoices')
      .where('id', '=', id)
      .where('issueState', 'is not', null)
      // PostgreSQL's conditions are booleans; Kysely's may be numbers, for other databases.
      .select((invoice) => [
        'issueState as state',
        'number',
        isCorrectable(invoice).$castTo<boolean>().as('correctable'),
      ])
      .$narrowType<{ state: NotNull }>()
      .executeTakeFirst()
  );
}

/** The invoice of a paid bucket, for the mail that confirms the order. */
export function issueOfBucket(
  db: Queryable,
  bucketId: string,
): Promise<{ state: OpenIssueState | 'issued' | 'failed'; number: string | null; pdfKey: string | null } | undefined> {
  return db
    .selectFrom('invoices')
    .where('bucketId', '=', bucketId)
    .where('issueState', 'is not', null)
    .select(['issueState as state', 'number', 'pdfKey'])
    .$narrowType<{ state: NotNull }>()
    .executeTakeFirst();
}

/** Resumes issuing a failed invoice: it is looked up if the issuer may have it, else requested. @returns undefined if it had not failed */
export function reopenIssue(tx: Tx, id: string): Promise<{ state: string } | undefined> {
  return tx
    .updateTable('invoices')
    .where('id', '=', id)
    .where('issueState', '=', 'failed')
    .set(({ eb }) => ({
      consecutiveFailures: 0,
      missingLookups: 0,
      requests: 0,
      issueFailure: null,
      issueStep: eb('issueStep', '+', 1),
      issueState: eb
        .case()
        .when('documentId', 'is not', null)
        .then('issuing' as const)
        .when('requestedAt', 'is not', null)
        .then('unknown' as const)
        .else('to_issue' as const)
        .end(),
    }))
    .returning('issueState as state')
    .$narrowType<{ state: NotNull }>()
    .executeTakeFirst();
}

/** Marks invoices as to be issued that an older version of the product froze but did not issue. */
export async function adoptUnissued(db: Queryable): Promise<void> {
  await db
    .updateTable('invoices')
    .where('issuedAt', 'is not', null)
    .where('issueState', 'is', null)
    .where('amount', '>', 0)
    .set({
      issueState: 'to_issue',
      lines: sql<JsonOf<InvoiceLine[]>>`coalesce(lines, (
        select c.price->'lines' from checkouts c where c.bucket_id = invoices.bucket_id and c.fulfilled_at is not null
      ))`,
    })
    .execute();
}

/** Open invoices without a live job: the job was lost, or its worker died. */
export async function strandedIssues(db: Queryable, leaseMs: number): Promise<string[]> {
  const rows = await db
    .selectFrom('invoices')
    .where('issuedAt', 'is not', null)
    .where('issueState', 'in', openIssueStates)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('graphileWorker.jobs as job')
            .where('job.key', '=', sql<string>`'invoice:' || invoices.id`)
            .whereRef('job.attempts', '<', 'job.maxAttempts')
            .where((job) => job.or([job('lockedAt', 'is', null), job('lockedAt', '>', later(databaseNow, -leaseMs))]))
            .select('job.id'),
        ),
      ),
    )
    .select('invoices.id')
    .execute();
  return rows.map(({ id }) => id);
}
