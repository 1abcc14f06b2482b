import type { Deps } from '../../../deps.ts';
import { sql, type Tx } from '../../../platform/db.ts';
import { recordError } from '../../journal/error-log.queries.ts';
import { alertAdmins } from '../../journal/alert-admins.ts';
import { inMajor } from './view-ledger.ts';

interface Excess {
  bucketId: string | null;
  currency: string;
  /** Minor units. */
  charged: number;
  refunded: number;
}

/**
 * Tells the administrators where more went back than was charged: a refund was recorded as made elsewhere, and the payment provider has
 * made one as well. Nobody can be kept from that at the provider, so it is said as soon as it is known.
 */
export async function warnOfExcess(tx: Tx, deps: Deps, paymentIntent: string): Promise<void> {
  const excess = await tx.first<Excess>(sql`
    select c.bucket_id, upper(l.currency) as currency, l.amount as charged, r.amount as refunded
    from payment_ledger l join refunded_payments r on r.payment_intent = l.provider_ref
    left join checkouts c on c.payment_intent = l.provider_ref
    where l.kind = 'charge' and l.provider_ref = ${paymentIntent} and r.amount > l.amount`);
  if (!excess) return;
  const { bucketId, currency, charged, refunded } = excess;
  const text = `Set ${bucketId ?? 'unknown'}: ${inMajor(refunded, currency)} ${currency} went back of payment ${paymentIntent}, of which ${inMajor(charged, currency)} were charged. One of the refunds is too much: was it made both at the payment provider and elsewhere?`;
  await recordError(tx, deps.clock, { moduleName: 'payment', errorMessage: text });
  await alertAdmins(tx, deps.clock, { text, dedupeKey: `excess:${paymentIntent}:${refunded}` });
}
