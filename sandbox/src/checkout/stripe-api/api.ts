import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bearerKey, sameKey } from '../../bearer.ts';
import type { Checkout } from '../checkout-context.ts';
import { apiVersion } from './events.ts';
import { acceptForms } from './form.ts';
import { newId } from '../checkout-records.ts';
import { invalidRequest, StripeError } from './stripe-error.ts';

/** Common to every `/v1` route: authentication, form parsing, headers and Stripe's error format. */
export function stripeApi(app: FastifyInstance, checkout: Checkout): void {
  acceptForms(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'request-id': newId('req'), 'stripe-version': request.headers['stripe-version'] ?? apiVersion });
    const idempotencyKey = request.headers['idempotency-key'];
    if (idempotencyKey !== undefined) reply.header('idempotency-key', idempotencyKey);
    checkKey(request.headers.authorization, checkout.secretKey);
  });
  app.setErrorHandler((error: FastifyError | StripeError, request, reply) =>
    answerError(error, request, reply, checkout),
  );
  app.setNotFoundHandler((request) => {
    throw unrecognized(request);
  });
}

function checkKey(header: string | undefined, secretKey: string): void {
  const key = bearerKey(header);
  if (key === undefined) {
    const message =
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.";
    throw new StripeError(401, { type: 'invalid_request_error', message });
  }
  if (!sameKey(key, secretKey)) {
    const message = `Invalid API Key provided: ${masked(key)}`;
    throw new StripeError(401, { type: 'invalid_request_error', message });
  }
}

function masked(key: string): string {
  return key.length > 12 ? `${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}` : '*'.repeat(key.length);
}

function unrecognized({ method, url }: FastifyRequest): StripeError {
  const path = url.split('?')[0] ?? '';
  const { error } = invalidRequest(
    `Unrecognized request URL (${method}: ${path}). If you are trying to list objects, remove the trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier in your code. Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  );
  return new StripeError(404, error);
}

function answerError(
  error: FastifyError | StripeError,
  request: FastifyRequest,
  reply: FastifyReply,
  checkout: Checkout,
) {
  if (error instanceof StripeError) return reply.code(error.status).send({ error: error.error });
  if (error.statusCode !== undefined && error.statusCode < 500) {
    return reply.code(400).send({ error: { type: 'invalid_request_error', message: error.message } });
  }
  checkout.log.error({ err: error, url: request.url }, 'the checkout sandbox failed');
  const message = 'An unknown error occurred in the checkout sandbox; its log has the cause.';
  return reply.code(500).send({ error: { type: 'api_error', message } });
}
