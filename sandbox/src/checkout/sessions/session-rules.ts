import { currencyRules, largestAmount, supportedCurrencies } from '../money.ts';
import { missingParam, type SessionParams } from './session-params.ts';
import { invalidRequest, noSuch, notInSandbox } from '../stripe-api/stripe-error.ts';

type LineItemParams = NonNullable<SessionParams['line_items']>[number];

/** One line of an order, checked: a name, a price in minor units and how many. */
export type OrderLine = {
  name: string;
  description: string | null;
  currency: string;
  unitAmount: number;
  quantity: number;
  metadata: Record<string, string>;
};

const shortestLifeSeconds = 30 * 60;
export const longestLifeSeconds = 24 * 60 * 60;

/** The rules that the types leave open: which URLs, times, amounts and texts a session may have. `now` in seconds. */
export function checkSession(params: SessionParams, now: number): OrderLine[] {
  if (params.mode === undefined) throw missingParam('mode');
  checkUrl('success_url', params.success_url ?? fail(missingParam('success_url')));
  if (params.cancel_url !== undefined) checkUrl('cancel_url', params.cancel_url);
  if (params.customer_email !== undefined) checkEmail(params.customer_email);
  if (params.client_reference_id !== undefined) checkLength('client_reference_id', params.client_reference_id, 200);
  if (params.expires_at !== undefined) checkExpiry(params.expires_at, now);
  checkMetadata('metadata', params.metadata);
  checkMetadata('payment_intent_data[metadata]', params.payment_intent_data?.metadata);
  const lines = (params.line_items ?? []).map(checkLine);
  checkOrder(lines, params.currency);
  return lines;
}

function checkLine(item: LineItemParams, index: number): OrderLine {
  const param = `line_items[${index}]`;
  if (item.price !== undefined) throw noSuch('price', item.price, `${param}[price]`);
  if (item.price_data === undefined) throw missingParam(`${param}[price_data]`);
  const { product, product_data, unit_amount } = item.price_data;
  if (product !== undefined) throw noSuch('product', product, `${param}[price_data][product]`);
  if (product_data === undefined) throw missingParam(`${param}[price_data][product_data]`);
  if (unit_amount === undefined) throw missingParam(`${param}[price_data][unit_amount]`);
  if (item.quantity === undefined) throw missingParam(`${param}[quantity]`);
  checkLength(`${param}[price_data][product_data][name]`, product_data.name, 5000);
  checkRange(`${param}[price_data][unit_amount]`, unit_amount, 0, largestAmount);
  checkRange(`${param}[quantity]`, item.quantity, 1, 999_999);
  const metadata = checkMetadata(`${param}[metadata]`, item.metadata);
  const currency = checkCurrency(item.price_data.currency, `${param}[price_data][currency]`);
  const description = product_data.description ?? null;
  return { name: product_data.name, description, currency, unitAmount: unit_amount, quantity: item.quantity, metadata };
}

function checkOrder(lines: OrderLine[], currency: string | undefined): void {
  const first = lines[0] ?? fail(missingParam('line_items'));
  if (lines.length > 100) {
    throw invalidRequest(`Array line_items exceeded maximum 100 allowed elements.`, { param: 'line_items' });
  }
  if (lines.some((line) => line.currency !== (currency ?? first.currency).toLowerCase())) {
    throw invalidRequest('All line items of a Checkout Session must have the same currency.', { param: 'line_items' });
  }
  const total = orderTotal(lines);
  if (total === 0) throw notInSandbox('an order with nothing to pay', 'line_items');
  const rules = currencyRules(first.currency);
  if (rules && total < rules.minimum) {
    const least = `${rules.minimumText} ${first.currency}`;
    const message = `The Checkout Session's total amount due must add up to at least ${least}`;
    throw invalidRequest(message, { code: 'amount_too_small' });
  }
  if (total > largestAmount) {
    const message = "The Checkout Session's total amount due must have at most twelve digits";
    throw invalidRequest(message, { code: 'amount_too_large' });
  }
}

export function orderTotal(lines: OrderLine[]): number {
  return lines.reduce((sum, line) => sum + line.unitAmount * line.quantity, 0);
}

function checkCurrency(given: string, param: string): string {
  const currency = given.toLowerCase();
  if (currencyRules(currency)) return currency;
  const message = `Invalid currency: ${given}. This sandbox supports these currencies: ${supportedCurrencies()}`;
  throw invalidRequest(message, { param });
}

function checkUrl(param: string, url: string): void {
  checkLength(param, url, 5000);
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return;
  throw invalidRequest('Not a valid URL', { code: 'url_invalid', param });
}

function checkEmail(email: string): void {
  if (email.length <= 800 && /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email)) return;
  throw invalidRequest(`Invalid email address: ${email}`, { code: 'email_invalid', param: 'customer_email' });
}

function checkExpiry(expiresAt: number, now: number): void {
  const from = 'from Checkout Session creation.';
  const param = 'expires_at';
  if (expiresAt < now + shortestLifeSeconds) {
    throw invalidRequest(`The \`expires_at\` timestamp must be at least 30 minutes ${from}`, { param });
  }
  if (expiresAt > now + longestLifeSeconds) {
    throw invalidRequest(`The \`expires_at\` timestamp must be less than 24 hours ${from}`, { param });
  }
}

/** Metadata as it is kept: empty values are left out. Limits: https://docs.stripe.com/metadata */
export function checkMetadata(param: string, metadata: SessionParams['metadata'] = {}): Record<string, string> {
  const entries = Object.entries(metadata).map(([key, value]) => [key, String(value ?? '')] as const);
  if (entries.length > 50) {
    throw invalidRequest('Metadata may have up to 50 keys.', { param });
  }
  for (const [key, value] of entries) {
    if (key.length > 40) throw invalidRequest(`Metadata keys must be at most 40 characters: ${key}`, { param });
    if (value.length > 500) {
      throw invalidRequest(`Metadata values must be at most 500 characters: ${key}`, { param: `${param}[${key}]` });
    }
  }
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

function checkLength(param: string, value: string, limit: number): void {
  if (value.length <= limit) return;
  const message = `Invalid string: ${value.slice(0, 20)}...; must be at most ${limit} characters`;
  throw invalidRequest(message, { param });
}

function checkRange(param: string, value: number, least: number, most: number): void {
  if (value >= least && value <= most) return;
  const message = `Invalid integer: ${value}; must be between ${least} and ${most}`;
  throw invalidRequest(message, { code: 'parameter_invalid_integer', param });
}

function fail(error: Error): never {
  throw error;
}
