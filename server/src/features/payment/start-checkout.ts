import { consentTexts } from '@keepsake/contract/accounts/consent-texts';
import type { InvoiceFields } from '@keepsake/contract/orders/invoice';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { invalidFields } from '../../platform/http/invalid-fields.ts';
import { awaitPhotoChecks } from '../films/foresight/require-agreement.ts';
import { saveInvoiceData } from '../invoice/save-invoice.ts';
import type { Checkout } from '../checkouts/checkout.queries.ts';
import { storeConsents, type GivenConsents } from './payment.queries.ts';
import { callPaymentProvider } from '../checkouts/call-payment-provider.ts';
import { openSession } from '../checkouts/open-session.ts';
import { lockPayable, prepareCheckout, successUrl, type Payer } from './prepare-checkout.ts';
import { closeCheckout, applySessionState, type SessionOutcome } from './settle-session.job.ts';

/** Invoice data and consents sent with the payment request. */
export interface GivenAtCheckout {
  invoiceData?: InvoiceFields | undefined;
  consents?: GivenConsents | undefined;
}

/** How often to start again if the checkout is ended concurrently. */
const rounds = 4;

/**
 * Opens the hosted payment page of a bucket at a frozen price, or finds the open one. Invoice data and consents are saved even if no page can be opened.
 * @returns the address to redirect the browser to
 * @throws AppError as prepareCheckout; bucket_payment_in_progress, bucket_payment_processing, payment_unavailable
 */
export async function startCheckout(deps: Deps, payer: Payer, given: GivenAtCheckout): Promise<string> {
  await deps.limits.count('checkout', payer.userId);
  await saveGivenData(deps, payer, given);
  await awaitPhotoChecks(deps, payer.bucketId);
  for (let round = 0; round < rounds; round++) {
    const prepared = await deps.db.transaction().execute((tx) => prepareCheckout(tx, deps, payer));
    if (prepared.next === 'done') return successUrl(deps, payer.bucketId);
    const { checkout } = prepared;
    if (prepared.next === 'request') {
      const url = await paymentPage(deps, checkout);
      if (url !== undefined) return url;
    } else {
      refuseWhilePaid(await closeCheckout(deps, checkout));
    }
  }
  throw new AppError('service_unavailable', { retryAfter: 5 });
}

async function saveGivenData(deps: Deps, payer: Payer, { invoiceData, consents }: GivenAtCheckout): Promise<void> {
  const { bucketId, userId } = payer;
  // The confirmation mail must be able to repeat the text: an unknown version is refused.
  if (consents && !Object.hasOwn(consentTexts, consents.textVersion))
    throw invalidFields({ 'consents.textVersion': { code: 'not_allowed' } });
  await deps.db.transaction().execute(async (tx) => {
    await lockPayable(tx, bucketId, userId);
    if (invoiceData) await saveInvoiceData(tx, deps.config, { bucketId, userId, fields: invoiceData });
    if (consents) await storeConsents(tx, bucketId, userId, consents);
  });
}

/** Undefined if the session has ended and a new one is needed. @throws AppError as refuseWhilePaid */
async function paymentPage(deps: Deps, checkout: Checkout): Promise<string | undefined> {
  const { sessionId } = checkout;
  if (sessionId === null) {
    const opened = await openSession(deps, checkout);
    return opened?.state === 'open' ? (opened.url ?? undefined) : undefined;
  }
  const session = await callPaymentProvider(deps, sessionId, () => deps.payments.getSession(sessionId));
  const sessionOutcome = await applySessionState(deps, checkout, session);
  refuseWhilePaid(sessionOutcome);
  return sessionOutcome === 'open' ? (session?.url ?? undefined) : undefined;
}

/** @throws AppError bucket_payment_in_progress, bucket_payment_processing */
function refuseWhilePaid(sessionOutcome: SessionOutcome | 'closed'): void {
  if (sessionOutcome === 'paid') throw new AppError('bucket_payment_in_progress');
  if (sessionOutcome === 'processing') throw new AppError('bucket_payment_processing');
}
