import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parse, type ParsedQs } from 'qs';
import { invalidRequest } from './stripe-error.ts';

/** A decoded form: nested objects and arrays of strings. */
export type Form = ParsedQs;

/** Reads request bodies as Stripe does: a form with `a[b][0]=c` names, and nothing else. */
export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => parseForm(body),
  );
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_request: FastifyRequest, body: string) => {
    if (body === '') return {};
    throw invalidRequest(
      'Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have any questions, we can help at https://support.stripe.com/.',
    );
  });
}

export function parseForm(text: string): Form {
  try {
    return parse(text, {
      depth: 10,
      strictDepth: true,
      arrayLimit: 200,
      parameterLimit: 5000,
      throwOnLimitExceeded: true,
    });
  } catch (error) {
    throw invalidRequest(`The form could not be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
