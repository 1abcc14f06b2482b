import { type Checkout, commit } from '../checkout-context.ts';
import type { CheckoutChange, SessionRecord } from '../checkout-records.ts';
import { newEvent, ofItself } from '../stripe-api/events.ts';

/** The changes that expire an open session. */
export function expiry(checkout: Checkout, record: SessionRecord, cause = ofItself): [SessionRecord, CheckoutChange[]] {
  const expired = { ...record, session: { ...record.session, status: 'expired' as const, url: null } };
  const event = newEvent(checkout, { type: 'checkout.session.expired', object: expired.session }, cause);
  return [expired, [{ kind: 'sessions', record: expired }, event]];
}

/** Expires every open session that is due. */
export async function expireDueSessions(checkout: Checkout): Promise<void> {
  for (const { id } of checkout.records.all('sessions').filter((record) => isDue(checkout, record))) {
    await checkout.inTurn(id, async () => {
      const record = checkout.records.get('sessions', id);
      if (record && isDue(checkout, record)) await commit(checkout, expiry(checkout, record)[1]);
    });
  }
}

function isDue(checkout: Checkout, { session }: SessionRecord): boolean {
  return session.status === 'open' && session.expires_at <= checkout.now();
}
