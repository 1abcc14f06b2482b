import type { SessionParams } from './session-params.ts';
import { notInSandbox } from '../stripe-api/stripe-error.ts';

type Name = keyof SessionParams;

/** Parameters that are implemented, or stored and returned. */
const implemented = new Set<string>([
  'adaptive_pricing',
  'allowed_payment_method_types',
  'cancel_url',
  'client_reference_id',
  'currency',
  'customer_email',
  'expand',
  'expires_at',
  'integration_identifier',
  'line_items',
  'locale',
  'metadata',
  'mode',
  'origin_context',
  'payment_intent_data',
  'submit_type',
  'success_url',
  'ui_mode',
] satisfies Name[]);

/** Parameters with the values that are the default anyway. */
const asBefore: Partial<Record<Name, unknown[]>> = {
  allow_promotion_codes: [false],
  automatic_tax: [{ enabled: false }],
  billing_address_collection: ['auto'],
  customer_creation: ['if_required'],
  invoice_creation: [{ enabled: false }],
  managed_payments: [{ enabled: false }],
  mode: ['payment'],
  phone_number_collection: [{ enabled: false }],
  submit_type: ['auto', 'pay'],
  tax_id_collection: [{ enabled: false }],
  ui_mode: ['hosted_page'],
};

const paymentIntentData = new Set([
  'description',
  'metadata',
  'receipt_email',
  'statement_descriptor',
  'statement_descriptor_suffix',
]);
const lineItem = new Set(['metadata', 'price', 'price_data', 'quantity']);
const priceData = new Set(['currency', 'product', 'product_data', 'tax_behavior', 'unit_amount']);

/** Refuses parameters that Stripe implements and this stand-in does not. */
export function refuseBeyondScope(params: SessionParams): void {
  for (const [name, value] of Object.entries(params)) {
    const harmless = asBefore[name as Name];
    const asks = harmless && !harmless.some((option) => JSON.stringify(option) === JSON.stringify(value));
    if (asks) throw notInSandbox(`'${name}' with the value ${JSON.stringify(value)}`, name);
    if (!harmless && !implemented.has(name)) throw notInSandbox(`'${name}'`, name);
  }
  const methods = params.allowed_payment_method_types;
  if (methods && !methods.includes('card')) {
    throw notInSandbox('payment methods other than cards', 'allowed_payment_method_types');
  }
  refuseOthers(params.payment_intent_data, paymentIntentData, 'payment_intent_data');
  params.line_items?.forEach((item, index) => {
    refuseOthers(item, lineItem, `line_items[${index}]`);
    refuseOthers(item.price_data, priceData, `line_items[${index}][price_data]`);
  });
}

function refuseOthers(given: object | undefined, known: Set<string>, param: string): void {
  const other = Object.keys(given ?? {}).find((name) => !known.has(name));
  if (other !== undefined) throw notInSandbox(`'${param}[${other}]'`, `${param}[${other}]`);
}
