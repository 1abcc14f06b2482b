import { type CheckoutChange, type CheckoutEvent, newId, nextOrder } from '../checkout-records.ts';
import type { Checkout } from '../checkout-context.ts';

/** The API version that the types of the pinned client package describe. */
export const apiVersion = '2026-10-28.endive';

type Cause = { requestId: string | null; idempotencyKey: string | null };
export type Fact<E extends CheckoutEvent = CheckoutEvent> = E extends CheckoutEvent
  ? { type: E['type']; object: E['data']['object'] }
  : never;

export const ofItself: Cause = { requestId: null, idempotencyKey: null };

/** Events of one change, in order. */
export function newEvents(checkout: Checkout, facts: Fact[], cause: Cause): CheckoutChange[] {
  const order = nextOrder(checkout.records, 'events');
  return facts.map((fact, index) => recorded(checkout, fact, cause, order + index));
}

/** An event, to be committed together with the change that it reports. */
export function newEvent(checkout: Checkout, fact: Fact, cause: Cause): CheckoutChange {
  return recorded(checkout, fact, cause, nextOrder(checkout.records, 'events'));
}

function recorded(checkout: Checkout, fact: Fact, cause: Cause, order: number): CheckoutChange {
  const id = newId('evt');
  const event = {
    id,
    object: 'event',
    api_version: apiVersion,
    created: checkout.now(),
    data: { object: fact.object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: cause.requestId, idempotency_key: cause.idempotencyKey },
    type: fact.type,
  } as CheckoutEvent;
  return {
    kind: 'events',
    record: {
      id,
      order,
      event,
      delivery: { state: 'pending', attempts: 0, since: Date.now(), nextAttemptAt: Date.now(), lastResult: null },
    },
  };
}
