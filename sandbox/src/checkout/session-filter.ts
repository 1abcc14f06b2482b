import type { SessionRecord } from './checkout-records.ts';
import type { Form } from './form-body.ts';
import { createdFilter, text } from './query.ts';
import { invalidRequest } from './stripe-error.ts';

export const sessionFilters = ['created', 'customer_details', 'payment_intent', 'status'];

type Test = (record: SessionRecord) => boolean;

/** Which sessions a list asks for. */
export function sessionFilter(query: Form): Test {
  const tests = [byStatus(query), byPaymentIntent(query), byCreation(query), byEmail(query)];
  return (record) => tests.every((test) => test(record));
}

function byStatus(query: Form): Test {
  const status = text(query, 'status');
  if (status === undefined) return () => true;
  if (!['complete', 'expired', 'open'].includes(status)) {
    throw invalidRequest(`Invalid status: must be one of complete, expired, or open`, { param: 'status' });
  }
  return ({ session }) => session.status === status;
}

function byPaymentIntent(query: Form): Test {
  const id = text(query, 'payment_intent');
  return ({ session }) => id === undefined || session.payment_intent === id;
}

function byCreation(query: Form): Test {
  const isWithin = createdFilter(query);
  return ({ session }) => isWithin(session.created);
}

function byEmail(query: Form): Test {
  const details = query['customer_details'];
  if (details === undefined) return () => true;
  const email = text(details as Form, 'email')?.toLowerCase();
  return ({ session }) => session.customer_details?.email?.toLowerCase() === email;
}
