import { Stripe } from 'stripe';
import { PaymentsError, type PaymentsOutcome } from './payments.ts';

/** For what a customer waits for while doing something else: 20 s at the most, as Stripe's library repeats after a lost connection. */
export const quick = { timeout: 10_000, maxNetworkRetries: 0 };

/** Calls Stripe and maps its errors. @throws PaymentsError */
export async function callStripe<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (error instanceof PaymentsError) throw error;
    if (error instanceof Stripe.errors.StripeError) {
      // What was sent, an address for example, may be quoted.
      const message = error.message.replace(/\S+@\S+/g, '…');
      throw new PaymentsError(outcomeOf(error), `Stripe: ${message} (${error.code ?? error.type})`, error);
    }
    // An answer such as `null` makes Stripe's own library stumble.
    throw new PaymentsError('unreadable', 'Stripe answered with something that cannot be read', error);
  }
}

function outcomeOf(error: Stripe.errors.StripeError): PaymentsOutcome {
  if (error.code === 'idempotency_key_in_use') return 'busy';
  if (error instanceof Stripe.errors.StripeRateLimitError) return 'unknown';
  // The one error of the library's own making: an answer that is no JSON.
  if (error instanceof Stripe.errors.StripeAPIError && error.statusCode === undefined) return 'unreadable';
  return [400, 401, 402, 403, 404].includes(error.statusCode ?? 0) ? 'refused' : 'unknown';
}

/** For what may not be there. */
export function unlessMissing(error: unknown): undefined {
  const cause = error instanceof PaymentsError ? error.cause : undefined;
  if (cause instanceof Stripe.errors.StripeError && cause.code === 'resource_missing') return undefined;
  throw error;
}
