import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { commit, type Checkout } from '../checkout-context.ts';
import type { CheckoutChange, ReplyRecord } from '../checkout-records.ts';
import type { Form } from './form.ts';
import { invalidRequest, StripeError } from './stripe-error.ts';

const keptForSeconds = 24 * 60 * 60;

/** Changes and answer of a request, not yet committed. */
export type Mutation = { answer: object; changes: CheckoutChange[] };
export type Cause = { requestId: string; idempotencyKey: string | null };

/**
 * Runs a POST as Stripe does with an `Idempotency-Key`: the same request again gets the first answer again, another
 * request under the same key is refused. The changes and the answer are kept together, or not at all.
 * `turn` names what the work reads and changes: work with the same name does not run concurrently.
 * Rules: https://docs.stripe.com/api/idempotent_requests
 */
export async function mutate(
  checkout: Checkout,
  { request, reply, turn }: { request: FastifyRequest; reply: FastifyReply; turn: string },
  work: (form: Form, cause: Cause) => Mutation,
): Promise<object> {
  const form = (request.body ?? {}) as Form;
  const key = readKey(request);
  const requestId = String(reply.getHeader('request-id'));
  const run = (recordReply: (answer: object) => CheckoutChange[]) =>
    checkout.inTurn(turn, async () => {
      const { answer, changes } = work(form, { requestId, idempotencyKey: key });
      await commit(checkout, [...changes, ...recordReply(answer)]);
      return answer;
    });
  if (key === null) return run(() => []);

  const route = `${request.method} ${request.url}`;
  const wanted = { id: sha256(key), key, route, bodyHash: sha256(JSON.stringify(form)) };
  const earlier = findReply(checkout, wanted);
  if (earlier) {
    reply.headers({ 'idempotent-replayed': 'true', 'original-request': earlier.requestId });
    return earlier.answer as object;
  }
  if (checkout.keysInUse.has(key)) throw keyInUse(key);
  checkout.keysInUse.add(key);
  try {
    const createdAt = checkout.now();
    return await run((answer) => [{ kind: 'replies', record: { ...wanted, requestId, createdAt, answer } }]);
  } finally {
    checkout.keysInUse.delete(key);
  }
}

/** Forgets answers that are older than a day. */
export async function forgetOldReplies(checkout: Checkout): Promise<void> {
  for (const { id, createdAt } of checkout.records.all('replies')) {
    if (createdAt + keptForSeconds < checkout.now()) await checkout.records.remove('replies', id);
  }
}

function readKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined || key === '') return null;
  if (key.length <= 255) return String(key);
  throw invalidRequest(`Idempotency key length is ${key.length} characters long, which is longer than 255 characters.`);
}

function findReply(checkout: Checkout, wanted: Pick<ReplyRecord, 'id' | 'key' | 'route' | 'bodyHash'>) {
  const earlier = checkout.records.get('replies', wanted.id);
  if (!earlier || earlier.createdAt + keptForSeconds < checkout.now()) return undefined;
  if (earlier.route === wanted.route && earlier.bodyHash === wanted.bodyHash) return earlier;
  const same =
    earlier.route === wanted.route
      ? 'with the same parameters they were first used with'
      : `for the same endpoint they were first used for ('${earlier.route.split(' ')[1]}')`;
  const message = `Keys for idempotent requests can only be used ${same}. Try using a key other than '${wanted.key}' if you meant to execute a different request.`;
  throw new StripeError(400, { type: 'idempotency_error', message });
}

function keyInUse(key: string): StripeError {
  const message = `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`;
  return new StripeError(409, { type: 'invalid_request_error', code: 'idempotency_key_in_use', message });
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
