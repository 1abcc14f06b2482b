import * as z from 'zod/mini';
import type { BillingoAnswer } from './billingo-client.ts';
import { InvoicingError, type InvoicingFailure, type IssuedInvoice } from './invoice-issuer.ts';

const text = z.nullish(z.string());

const document = z.looseObject({
  id: z.int(),
  invoice_number: z.string().check(z.minLength(1)),
  gross_total: z.nullish(z.number()),
  vendor_id: text,
});

export const partnerReply = z.looseObject({ id: z.int() });

/** A page of partners; entries of another shape are skipped, because they cannot match. */
export const partnerPage = z.looseObject({
  data: z.array(
    z.looseObject({
      id: z.int(),
      name: text,
      taxcode: text,
      address: z.nullish(z.looseObject({ country_code: text, post_code: text, city: text, address: text })),
    }),
  ),
  current_page: z.nullish(z.int()),
  last_page: z.nullish(z.int()),
});
export type FoundPartner = z.output<typeof partnerPage>['data'][number];

export const blockPage = z.looseObject({ data: z.array(z.looseObject({ id: z.int() })) });

export const rateReply = z.looseObject({ conversation_rate: z.number().check(z.positive()) });

export function readDocument(answer: BillingoAnswer): IssuedInvoice {
  return toIssued(readBillingoJson(answer, document));
}

/** Reads the answer to a lookup: the document; if there is none, 404 or an empty body. */
export function readLookup(answer: BillingoAnswer, reference: string): IssuedInvoice | undefined {
  if (answer.status === 404) return undefined;
  const found = readBillingoJson(
    success(answer),
    z.union([document, z.looseObject({ data: z.array(document) }), z.array(document), z.null()]),
  );
  const first = Array.isArray(found)
    ? found[0]
    : found && 'data' in found && Array.isArray(found.data)
      ? found.data[0]
      : found;
  if (!first) return undefined;
  const known = document.parse(first);
  if (typeof known.vendor_id === 'string' && known.vendor_id !== reference)
    throw new InvoicingError('unknown', `Looked for ${reference}, found a document of ${known.vendor_id}`);
  return toIssued(known);
}

function toIssued({ id, invoice_number: number, gross_total: total }: z.output<typeof document>): IssuedInvoice {
  return { documentId: String(id), number, total: typeof total === 'number' ? Math.round(total * 100) : undefined };
}

/** The failure of each HTTP status. Every other status is `unknown`: the request may have been carried out. */
const failureOfStatus: Record<number, InvoicingFailure> = {
  400: 'refused',
  401: 'account',
  402: 'account',
  403: 'account',
  404: 'refused',
  405: 'refused',
  413: 'refused',
  415: 'refused',
  422: 'refused',
  429: 'busy',
};

/** Returns a successful answer unchanged. @throws InvoicingError */
export function success(answer: BillingoAnswer): BillingoAnswer {
  if (answer.status >= 200 && answer.status < 300) return answer;
  const failure = failureOfStatus[answer.status] ?? 'unknown';
  const { retryAfterMs } = answer;
  throw new InvoicingError(failure, `Billingo answered HTTP ${answer.status}: ${wordsOf(answer)}`, { retryAfterMs });
}

const failureBody = z.looseObject({
  message: text,
  error: z.nullish(z.looseObject({ message: text })),
  errors: z.nullish(z.array(z.looseObject({ field: text, message: text }))),
});

/** `{"error":{"message"}}`, or with 422 `{"message","errors":[{"field","message"}]}`; sometimes no JSON at all. */
function wordsOf({ body }: BillingoAnswer): string {
  const raw = body.toString('utf8');
  const parsed = failureBody.safeParse(asJson(raw));
  const { message, error, errors } = parsed.success ? parsed.data : {};
  const said = [message ?? error?.message, ...(errors ?? []).map(({ field, message }) => `${field}: ${message}`)];
  return (said.filter(Boolean).join('; ') || raw.replaceAll(/\s+/g, ' ').trim() || 'no details').slice(0, 500);
}

export function readBillingoJson<S extends z.ZodMiniType>(answer: BillingoAnswer, schema: S): z.output<S> {
  const json = asJson(answer.body.toString('utf8'));
  if (json === undefined) throw new InvoicingError('unknown', `Billingo answered HTTP ${answer.status} without JSON`);
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues[0]?.path.join('.') ?? '';
  throw new InvoicingError('unknown', `Billingo answered HTTP ${answer.status} in another shape (${where})`);
}

function asJson(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    // Not JSON: an answer of a proxy.
    return undefined;
  }
}
