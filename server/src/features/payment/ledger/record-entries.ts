import { decimals, toMajor } from '@keepsake/contract/orders/money';
import { currency as currencies } from '@keepsake/contract/primitives';
import type { Deps } from '../../../deps.ts';
import type { Tx } from '../../../platform/database/db.ts';
import type { CheckoutSession, ReportedEntry } from '../../../providers/payment/payments.ts';
import { bucketOfPayment } from '../../checkouts/checkout.queries.ts';
import { alertAdmins } from '../../journal/queue-mail.ts';
import { recordError } from '../../journal/error-log.queries.ts';
import {
  addToLedger,
  findExcessRefund,
  isOurPayment,
  ledgerOfPayment,
  lockPayment,
  type LedgerEntry,
} from './ledger.queries.ts';
import { isRefundUnderWay } from '../refunds/refund.queries.ts';
import { inMajor } from './view-ledger.ts';

/**
 * Writes refunds and disputes to the ledger, each once, and notifies administrators of each. If the payment is not known, it belongs to another shop
 * on the same account, or administrators are notified once it is completed. Films, invoice and sale do not change.
 * @param byUs the refund was requested by an administrator here, so only a failure notifies
 * @returns whether any entry was new
 */
export async function recordRefundsAndDisputes(
  tx: Tx,
  deps: Deps,
  entries: ReportedEntry[],
  { byUs = false }: { byUs?: boolean } = {},
): Promise<boolean> {
  let isNews = false;
  for (const entry of entries) {
    if (entry.paymentIntent) await lockPayment(tx, entry.paymentIntent);
    const before = await refunded(tx, entry.paymentIntent);
    if (!(await addToLedger(tx, entry))) continue;
    isNews = true;
    // Only from a refund event: a charge does not identify the recorded refund.
    if (entry.kind === 'refund' && entry.paymentIntent !== null) await warnOfExcessRefund(tx, entry.paymentIntent);
    // A refund is reported twice, by itself and by its charge; only the first report notifies.
    const isRefund = entry.kind === 'refund' || entry.kind === 'refund_total';
    if (isRefund && entry.paymentIntent !== null && (await refunded(tx, entry.paymentIntent)) <= before) continue;
    if (isRefund && (byUs || (await isTotalOfOurs(tx, entry)))) continue;
    const order = await nameOrder(tx, entry);
    if (order !== undefined) await reportToAdmins(tx, deps, `${order}: ${describe(entry)}`, [entry]);
  }
  return isNews;
}

/** Writes a payment to the ledger, and notifies administrators of refunds and disputes that arrived before it. */
export async function recordCharge(
  tx: Tx,
  deps: Deps,
  session: CheckoutSession,
  bucketId: string | null,
): Promise<void> {
  const { paymentIntent, amount, currency, checkoutId } = session;
  if (paymentIntent === null || amount === null || currency === null) return;
  await lockPayment(tx, paymentIntent);
  const earlier = await ledgerOfPayment(tx, paymentIntent);
  await addToLedger(tx, {
    kind: 'charge',
    providerRef: paymentIntent,
    amount,
    currency,
    paymentIntent,
    checkoutId,
    reason: null,
  });
  const reported = earlier.filter((entry) => entry.kind !== 'charge');
  if (reported.length > 0) {
    const before = reported.map(describe).join(' ');
    const notice = `Set ${bucketId ?? 'unknown'}: its payment ${paymentIntent} is now known. Reported earlier: ${before}`;
    await reportToAdmins(tx, deps, notice, reported);
  }
}

/** The refunded amount of a payment: the sum of its refunds, or the total that its charge reports if that is higher. */
async function refunded(tx: Tx, paymentIntent: string | null): Promise<number> {
  const entries = paymentIntent === null ? [] : await ledgerOfPayment(tx, paymentIntent);
  const sum = (kind: LedgerEntry['kind']) =>
    entries.filter((entry) => entry.kind === kind).reduce((total, { amount }) => total + amount, 0);
  const totals = entries.filter(({ kind }) => kind === 'refund_total').map(({ amount }) => amount);
  return Math.max(sum('refund'), ...totals);
}

/** Whether a changed total may be due to a refund that we have requested: the provider reports it without its refund. */
async function isTotalOfOurs(tx: Tx, { kind, paymentIntent }: ReportedEntry): Promise<boolean> {
  return kind === 'refund_total' && paymentIntent !== null && (await isRefundUnderWay(tx, paymentIntent));
}

/** Undefined if the payment is not known to be ours. */
async function nameOrder(tx: Tx, entry: ReportedEntry): Promise<string | undefined> {
  const bucketId = await bucketOfPayment(tx, entry);
  if (bucketId !== undefined) return `Set ${bucketId}`;
  const { paymentIntent } = entry;
  const isOurs = paymentIntent !== null && (await isOurPayment(tx, paymentIntent));
  return isOurs ? `Payment ${paymentIntent} whose set is not known yet` : undefined;
}

const sentences: Record<LedgerEntry['kind'], (thing: string, sum: string, because: string) => string> = {
  charge: (ref, sum) => `${sum} were charged by ${ref}.`,
  refund: (ref, sum, because) => `${sum} were refunded by ${ref}${because}. Its films, invoice and sale stay.`,
  refund_total: (ref, sum) =>
    `${sum} of charge ${ref.split(':')[0]} have been refunded in total. Its films, invoice and sale stay.`,
  refund_failed: (ref, sum, because) => `refund ${ref} of ${sum} has failed${because}: the customer has not got it.`,
  dispute: (ref, sum, because) =>
    `dispute ${ref} over ${sum} was opened${because}. Answer it at the payment provider before it is lost.`,
  dispute_withdrawn: (ref, sum) => `${sum} were taken from the account for dispute ${ref}.`,
  dispute_reinstated: (ref, sum) => `${sum} came back to the account from dispute ${ref}.`,
  dispute_won: (ref, sum) => `dispute ${ref} over ${sum} is won.`,
  dispute_lost: (ref, sum) => `dispute ${ref} over ${sum} is lost.`,
  dispute_closed: (ref, sum, because) => `dispute ${ref} over ${sum} is closed${because}.`,
};

function describe({ kind, providerRef, amount, currency, reason }: LedgerEntry): string {
  return sentences[kind](providerRef, inWords(amount, currency), reason === null ? '' : ` (${reason})`);
}

function inWords(amount: number, code: string): string {
  const known = currencies.safeParse(code);
  if (!known.success) return `${amount} ${code} (minor units)`;
  return `${toMajor(amount, known.data).toFixed(decimals[known.data])} ${code}`;
}

/** Events that an administrator must handle, some of them before a deadline. */
const urgent: readonly LedgerEntry['kind'][] = ['dispute', 'refund_failed'];

async function reportToAdmins(
  tx: Tx,
  deps: Deps,
  errorMessage: string,
  entries: readonly LedgerEntry[],
): Promise<void> {
  deps.log.warn({ notice: errorMessage }, 'money moved after a payment');
  await recordError(tx, { moduleName: 'payment', errorMessage });
  const about = entries.find(({ kind }) => urgent.includes(kind));
  if (about) await alertAdmins(tx, { text: errorMessage, dedupeKey: `${about.kind}:${about.providerRef}` });
}

/**
 * Notifies administrators if more was refunded than charged: a refund was recorded as made elsewhere, and another one was made at the payment
 * provider. The product cannot prevent that, so it reports it at once.
 */
async function warnOfExcessRefund(tx: Tx, paymentIntent: string): Promise<void> {
  const excess = await findExcessRefund(tx, paymentIntent);
  if (!excess) return;
  const { bucketId, currency, charged, refunded } = excess;
  const text = `Set ${bucketId ?? 'unknown'}: ${inMajor(refunded, currency)} ${currency} went back of payment ${paymentIntent}, of which ${inMajor(charged, currency)} were charged. One of the refunds is too much: was it made both at the payment provider and elsewhere?`;
  await recordError(tx, { moduleName: 'payment', errorMessage: text });
  await alertAdmins(tx, { text, dedupeKey: `excess:${paymentIntent}:${refunded}` });
}
