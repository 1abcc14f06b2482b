import { Stripe } from 'stripe';
import { PaymentsError, type PaymentsOutcome } from './payments.ts';

/** Limits for calls that a customer waits for: 20 s in all, as Stripe's library retries after a lost connection. */
export const quick = { timeout: 10_000, maxNetworkRetries: 0 };

/** Calls Stripe and maps its errors. @throws PaymentsError */
export async function callStripe<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (error instanceof PaymentsError) throw error;
    if (error instanceof Stripe.errors.StripeError) {
      // Stripe's message may quote what was sent, for example an e-mail address.
      const message = error.message.replace(/\S+@\S+/g, '…');
      const code = error.code ?? error.type;
      throw new PaymentsError(outcomeOf(error), `Stripe: ${message} (${code})`, error, { code, text: message });
    }
    // An answer such as `null` makes Stripe's library throw a TypeError.
    throw new PaymentsError('unreadable', "Stripe's answer cannot be parsed", error);
  }
}

function outcomeOf(error: Stripe.errors.StripeError): PaymentsOutcome {
  if (error.code === 'idempotency_key_in_use') return 'busy';
  if (error instanceof Stripe.errors.StripeRateLimitError) return 'unknown';
  // The only error that the library itself creates: the answer is not JSON.
  if (error instanceof Stripe.errors.StripeAPIError && error.statusCode === undefined) return 'unreadable';
  return [400, 401, 402, 403, 404].includes(error.statusCode ?? 0) ? 'refused' : 'unknown';
}

/** Returns undefined if the object does not exist; rethrows any other error. */
export function unlessMissing(error: unknown): undefined {
  const cause = error instanceof PaymentsError ? error.cause : undefined;
  if (cause instanceof Stripe.errors.StripeError && cause.code === 'resource_missing') return undefined;
  throw error;
}
