/** An answer in Stripe's error format, thrown below a `/v1` route. Format: https://docs.stripe.com/api/errors */
export class StripeError extends Error {
  readonly status: number;
  readonly error: ErrorBody;

  constructor(status: number, error: ErrorBody) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

type ErrorBody = {
  type: 'api_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  param?: string;
  doc_url?: string;
};

export function invalidRequest(message: string, details: { code?: string; param?: string } = {}): StripeError {
  return new StripeError(400, { ...documented(details.code), message, ...details, type: 'invalid_request_error' });
}

export function noSuch(object: string, id: string, param: string): StripeError {
  const code = 'resource_missing';
  const message = `No such ${object}: '${id}'`;
  return new StripeError(404, { ...documented(code), code, message, param, type: 'invalid_request_error' });
}

/** For features of Stripe that this stand-in lacks: refused, never ignored. */
export function notInSandbox(what: string, param: string): StripeError {
  const message = `This checkout sandbox does not implement ${what}. Leave it out here, or try it against Stripe itself.`;
  return invalidRequest(message, { code: 'sandbox_not_implemented', param });
}

function documented(code: string | undefined): { doc_url?: string } {
  if (code === undefined || code === 'sandbox_not_implemented') return {};
  return { doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` };
}
