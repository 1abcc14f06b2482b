import type { Deps } from '../../deps.ts';
import { within } from '../../platform/within.ts';
import { claimLookUp, type Checkout } from '../checkouts/checkout.queries.ts';
import { reportTrouble } from '../checkouts/report-trouble.ts';
import { follow } from './settle-session.ts';

/** A page that is being loaded waits so long for the provider, not longer. */
const patienceMs = 1_500;

/**
 * Looks the open payment session of a set up because its customer is waiting, so that a lost event costs seconds; each session at most
 * every ten seconds, whoever asks. A provider that is slow or away changes nothing: the answer is what is known, and the sweep goes on.
 * @returns whether there was something to look up, so that the set may have changed
 */
export async function catchUpPayment(deps: Deps, bucketIds: readonly string[]): Promise<boolean> {
  const checkout = await claimLookUp(deps.db, bucketIds);
  if (checkout) await within(patienceMs, lookUp(deps, checkout), undefined);
  return checkout !== undefined;
}

async function lookUp(deps: Deps, checkout: Checkout): Promise<void> {
  const { id, sessionId } = checkout;
  if (sessionId === null) return;
  try {
    const session = await reportTrouble(deps, { sessionId }, () => deps.payments.getSession(sessionId));
    await follow(deps, checkout, session);
  } catch (error) {
    deps.log.warn({ checkoutId: id, err: error }, 'an open payment could not be looked up');
  }
}
