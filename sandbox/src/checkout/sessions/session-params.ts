import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { Stripe } from 'stripe';
import type { Form } from '../stripe-api/form.ts';
import schema from './session-create.schema.generated.json' with { type: 'json' };
import { invalidRequest, type StripeError } from '../stripe-api/stripe-error.ts';

export type SessionParams = Stripe.Checkout.SessionCreateParams;

/** Compiled on first use: that takes half a second, and most processes that load this file create no session. */
let validator: ValidateFunction<SessionParams> | undefined;

/** Parses a form into parameters of a new session. @throws StripeError for unknown names, wrong types and unknown enum values */
export function parseSessionParams(form: Form): SessionParams {
  const params: unknown = structuredClone(form);
  const validate = (validator ??= new Ajv({
    strict: false,
    allErrors: true,
    coerceTypes: true,
    verbose: true,
  }).compile<SessionParams>(schema));
  if (!validate(params)) throw asStripeError(validate.errors ?? []);
  refuseEmptyStrings(params, '');
  return params;
}

function asStripeError(errors: ErrorObject[]): StripeError {
  const unknown = errors.filter((error) => error.keyword === 'additionalProperties').map(unknownName);
  if (unknown.length > 0) {
    const message = `Received unknown parameter${unknown.length > 1 ? 's' : ''}: ${unknown.join(', ')}`;
    return invalidRequest(message, { code: 'parameter_unknown', param: unknown[0] ?? '' });
  }
  const missing = errors.find((error) => error.keyword === 'required');
  if (missing) return missingParam(`${formName(missing.instancePath)}[${String(missing.params['missingProperty'])}]`);
  return wrongValue(errors[0]);
}

export function missingParam(param: string): StripeError {
  return invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
}

function unknownName(error: ErrorObject): string {
  const property = String(error.params['additionalProperty']);
  return error.instancePath === '' ? property : `${formName(error.instancePath)}[${property}]`;
}

function wrongValue(error: ErrorObject | undefined): StripeError {
  const param = formName(error?.instancePath ?? '');
  const value = typeof error?.data === 'string' ? error.data : JSON.stringify(error?.data);
  if (error?.keyword === 'enum') {
    const words = (error.params['allowedValues'] as string[]).join(', ');
    return invalidRequest(`Invalid ${param}: must be one of ${words}`, { param });
  }
  const type = error?.keyword === 'type' ? String(error.params['type']) : 'value';
  const code = type === 'integer' ? { code: 'parameter_invalid_integer' } : {};
  return invalidRequest(`Invalid ${type}: ${value}`, { ...code, param });
}

/** `/line_items/0/quantity` as it is written in a form: `line_items[0][quantity]`. */
function formName(path: string): string {
  const [first = '', ...rest] = path.split('/').slice(1);
  return first + rest.map((part) => `[${part}]`).join('');
}

/** An empty value means "unset", which only metadata can be. */
function refuseEmptyStrings(value: unknown, param: string): void {
  if (value === '') {
    throw invalidRequest(
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
      { code: 'parameter_invalid_empty', param },
    );
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    if (key !== 'metadata') refuseEmptyStrings(child, param === '' ? key : `${param}[${key}]`);
  }
}
