import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { PaymentsError } from '../../providers/payment/payments.ts';
import { recordErrorOnce } from '../journal/error-log.queries.ts';

/** An outage fails many requests; it is logged at most once an hour. */
const everyMinutes = 60;

/**
 * Calls the provider, and adds a failure to the administrators' error list: an unreadable answer with its session, an outage at most once an hour.
 * Rethrows the error of the request.
 */
export async function callReportingErrors<T>(
  deps: Deps,
  about: { sessionId: string | null },
  request: () => Promise<T>,
): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error;
    const { sessionId } = about;
    deps.log.warn({ sessionId, outcome: error.outcome, err: error }, 'the payment provider gave no usable answer');
    const where =
      error.outcome === 'unreadable' && sessionId !== null
        ? `Payment session ${sessionId}`
        : 'Payment sessions cannot be looked up';
    const entry = { moduleName: 'payment', errorMessage: `${where}: ${error.message}` };
    await recordErrorOnce(deps.db, entry, everyMinutes);
    throw error;
  }
}

/** Calls the provider while a customer waits. @throws AppError payment_unavailable */
export async function callPaymentProvider<T>(
  deps: Deps,
  sessionId: string | null,
  request: () => Promise<T>,
): Promise<T> {
  try {
    return await callReportingErrors(deps, { sessionId }, request);
  } catch (error) {
    if (error instanceof PaymentsError) throw new AppError('payment_unavailable', { cause: error, retryAfter: 10 });
    throw error;
  }
}
