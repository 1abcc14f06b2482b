import type { FailedInvoice } from '@keepsake/contract/invoice';
import { toMajor } from '@keepsake/contract/money';
import { sql, type Queryable } from '../../platform/db.ts';

interface FailedInvoiceRow extends Omit<FailedInvoice, 'paidAt'> {
  paidAt: Date;
  total: number;
}

/** A page of the invoices that were given up, the longest paid first, with the number of all. */
export async function failedInvoices(
  db: Queryable,
  { page, limit }: { page: number; limit: number },
): Promise<{ data: FailedInvoice[]; total: number }> {
  const rows = await db.query<FailedInvoiceRow | { id: null; total: number }>(sql`
    select counted.total, shown.*
    from (select count(*)::int as total from invoices where issue_state = 'failed') counted
    left join lateral (
      select id, bucket_id, partner_name, amount, currency, issued_at as paid_at, coalesce(issue_failure, '') as reason
      from invoices where issue_state = 'failed' order by issued_at, id limit ${limit} offset ${(page - 1) * limit}
    ) shown on true`);
  const found = rows.filter((row) => row.id !== null);
  return {
    data: found.map(({ id, bucketId, partnerName, amount, currency, paidAt, reason }) => ({
      id,
      bucketId,
      partnerName,
      amount: toMajor(amount, currency),
      currency,
      paidAt: paidAt.toISOString(),
      reason,
    })),
    total: rows[0]?.total ?? 0,
  };
}
