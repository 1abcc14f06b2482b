import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parse, type ParsedQs } from 'qs';
import { invalidRequest, noSuch } from './stripe-error.ts';

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

function parseForm(text: string): Form {
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

/** The query of a request as Stripe reads it; names that are not `known` are refused. */
export function readQuery(request: FastifyRequest, known: string[]): Form {
  const query = parseForm(request.url.split('?')[1] ?? '');
  refuseUnknown(query, known);
  return query;
}

export function refuseUnknown(form: Form, known: string[]): void {
  const unknown = Object.keys(form).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const message = `Received unknown parameter${unknown.length > 1 ? 's' : ''}: ${unknown.join(', ')}`;
  throw invalidRequest(message, { code: 'parameter_unknown', param: unknown[0] ?? '' });
}

/** A text parameter; undefined when it is not given. */
export function text(form: Form, param: string): string | undefined {
  const value = form[param];
  if (value === undefined || typeof value === 'string') return value;
  throw invalidRequest(`Invalid string: ${JSON.stringify(value)}`, { param });
}

export function wholeNumber(form: Form, param: string): number | undefined {
  const value = text(form, param);
  if (value === undefined) return undefined;
  if (/^-?\d{1,15}$/.test(value)) return Number(value);
  throw invalidRequest(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param });
}

/** The names in `expand`, each of which must be one that this stand-in can expand. */
export function readExpand(form: Form, expandable: string[]): Set<string> {
  const given = form['expand'];
  const names = given === undefined ? [] : Array.isArray(given) ? given : Object.values(given);
  for (const name of names) {
    if (typeof name === 'string' && expandable.includes(name)) continue;
    throw invalidRequest(`This property cannot be expanded (${JSON.stringify(name)}).`, { param: 'expand' });
  }
  return new Set(names as string[]);
}

export const pageParams = ['limit', 'starting_after', 'ending_before'];

/** One page of a list, in Stripe's form. `items` are in the order in which they are listed. */
export function page<T extends { id: string }>(items: T[], form: Form, of: { object: string; url: string }) {
  const limit = wholeNumber(form, 'limit') ?? 10;
  if (limit < 1 || limit > 100) {
    const message =
      limit < 1 ? 'This value must be greater than or equal to 1.' : 'This value must be less than or equal to 100.';
    throw invalidRequest(message, { code: 'parameter_invalid_integer', param: 'limit' });
  }
  const after = position(items, text(form, 'starting_after'), 'starting_after', of.object);
  const before = position(items, text(form, 'ending_before'), 'ending_before', of.object);
  const rest = items.slice(after === undefined ? 0 : after + 1, before);
  const data = before === undefined ? rest.slice(0, limit) : rest.slice(-limit);
  return { object: 'list', data, has_more: rest.length > data.length, url: of.url };
}

function position(items: { id: string }[], id: string | undefined, param: string, object: string): number | undefined {
  if (id === undefined) return undefined;
  const index = items.findIndex((item) => item.id === id);
  if (index === -1) throw noSuch(object, id, param);
  return index;
}

/** Filter of the parameter `created` of a list; times in seconds. */
export function createdFilter(query: Form): (at: number) => boolean {
  const { created } = query;
  if (created === undefined) return () => true;
  if (typeof created === 'string') {
    const moment = wholeNumber(query, 'created');
    return (at) => at === moment;
  }
  const range = created as Form;
  refuseUnknown(range, ['gt', 'gte', 'lt', 'lte']);
  const gt = wholeNumber(range, 'gt') ?? -Infinity;
  const gte = wholeNumber(range, 'gte') ?? -Infinity;
  const lt = wholeNumber(range, 'lt') ?? Infinity;
  const lte = wholeNumber(range, 'lte') ?? Infinity;
  return (at) => at > gt && at >= gte && at < lt && at <= lte;
}
