import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { invoiceFields } from './invoice.ts';
import { id, language, message } from '../primitives.ts';

/** The two checkboxes before payment; stored with time, language and version of the texts, and repeated in the confirmation mail. */
export const consents = z.object({
  guidelines: z.literal(true),
  finalSale: z.literal(true),
  language,
  textVersion: z.string().check(z.regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/)),
});

/** Current version of the consent texts. */
export const consentTextVersion = '2026-11-20';

export const createCheckoutSession = endpoint({
  method: 'POST',
  path: '/api/payment/create-checkout-session',
  access: 'user',
  summary:
    'Freeze the price of a set and open a hosted payment page for it. A repeated call returns the open session. A set whose total is 0 is fulfilled at once, and `url` is the success page. An effect that a film will replace, as far as the photo check knows, or may replace because the photo could not be checked (`not_seen`), is sold only with the `agreedTo` of its action: without it the call is refused with `effect_not_agreed`, and `notAgreed` names what to agree to. The call waits some seconds for checks that have not ended.',
  body: z.object({
    bucketId: id,
    invoiceData: z.optional(invoiceFields),
    consents: z.optional(consents),
    /**
     * Refuses the order with `photos_not_checked` while a photo is not checked, or is checked again by a newer search; `waiting` is their number, as in the reply of the photo checks. The site always sends true. Programs that order a photo in the moment of its
     * upload may leave it out: the film of an unchecked photo that replaces its effect is owed.
     */
    requirePhotoChecks: z.optional(z.boolean()),
  }),
  reply: z.object({ url: z.string() }),
  errors: [
    'not_found',
    'invoice_not_found',
    'bucket_empty',
    'bucket_not_configured',
    'prompt_not_available',
    'effect_not_agreed',
    'photos_not_checked',
    'bucket_already_paid',
    'bucket_payment_in_progress',
    'bucket_payment_processing',
    'amount_too_small',
    'amount_too_large',
    'payment_unavailable',
  ],
});

export const paymentWebhook = endpoint({
  method: 'POST',
  path: '/api/payment/webhook',
  access: 'service',
  summary: 'Events of the payment provider, accepted only with a valid signature over the raw body.',
  bodyType: 'raw',
  reply: message,
  errors: ['webhook_signature_invalid'],
});
