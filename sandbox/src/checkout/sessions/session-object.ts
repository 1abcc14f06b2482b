import type { Stripe } from 'stripe';
import { offeredDebit } from '../payments/bank-debit.ts';
import { letters, newId, type SessionRecord, type WireLineItem } from '../checkout-records.ts';
import type { SessionParams } from './session-params.ts';
import { checkMetadata, longestLifeSeconds, orderTotal, type OrderLine } from './session-rules.ts';

type Making = { params: SessionParams; lines: OrderLine[]; order: number; publicUrl: string; now: number };

/** A new open session with every member that Stripe's has; `now` in seconds. */
export function newSession({ params, lines, order, publicUrl, now }: Making): SessionRecord {
  const id = newId('cs_test');
  const total = orderTotal(lines);
  const data = params.payment_intent_data;
  return {
    id,
    order,
    session: {
      ...blankSession(params),
      id,
      amount_subtotal: total,
      amount_total: total,
      cancel_url: params.cancel_url ?? null,
      client_reference_id: params.client_reference_id ?? null,
      created: now,
      currency: lines[0]?.currency ?? '',
      customer_details: params.customer_email === undefined ? null : customer(params.customer_email, null),
      customer_email: params.customer_email ?? null,
      expires_at: params.expires_at ?? now + longestLifeSeconds,
      locale: params.locale ?? null,
      metadata: checkMetadata('metadata', params.metadata),
      success_url: params.success_url ?? null,
      payment_method_types: methods(params, lines),
      url: `${publicUrl}/c/pay/${id}`,
    },
    lineItems: lines.map((line) => lineItem(line, now)),
    paymentData: {
      description: data?.description ?? null,
      metadata: checkMetadata('payment_intent_data[metadata]', data?.metadata),
      receipt_email: data?.receipt_email ?? null,
      statement_descriptor: data?.statement_descriptor ?? null,
      statement_descriptor_suffix: data?.statement_descriptor_suffix ?? null,
    },
  };
}

/** Payment methods, cards first. */
function methods(params: SessionParams, lines: OrderLine[]): string[] {
  const debit = offeredDebit(lines[0]?.currency ?? '', params.allowed_payment_method_types);
  return debit === null ? ['card'] : ['card', debit];
}

export function customer(email: string, name: string | null): Stripe.Checkout.Session.CustomerDetails {
  return {
    address: name === null ? null : emptyAddress(),
    business_name: null,
    email,
    individual_name: null,
    name,
    phone: null,
    tax_exempt: 'none',
    tax_ids: name === null ? null : [],
  };
}

export function emptyAddress(): Stripe.Address {
  return { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };
}

function lineItem(line: OrderLine, now: number): WireLineItem {
  const amount = line.unitAmount * line.quantity;
  return {
    id: newId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: line.currency,
    description: line.name,
    metadata: line.metadata,
    price: {
      id: newId('price'),
      object: 'price',
      active: false,
      billing_scheme: 'per_unit',
      created: now,
      currency: line.currency,
      custom_unit_amount: null,
      livemode: false,
      lookup_key: null,
      metadata: {},
      nickname: null,
      product: newId('prod'),
      recurring: null,
      tax_behavior: 'unspecified',
      tiers_mode: null,
      transform_quantity: null,
      type: 'one_time',
      unit_amount: line.unitAmount,
      unit_amount_decimal: String(line.unitAmount),
    },
    quantity: line.quantity,
  };
}

/** Members that are the same in every session of this stand-in. */
function blankSession(params: SessionParams) {
  return {
    object: 'checkout.session',
    adaptive_pricing: { enabled: params.adaptive_pricing?.enabled ?? false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    client_secret: null,
    collected_information: { business_name: null, individual_name: null, shipping_details: null },
    consent: null,
    consent_collection: null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: null,
    customer_account: null,
    customer_creation: 'if_required',
    discounts: [],
    integration_identifier: params.integration_identifier ?? null,
    invoice: null,
    invoice_creation: {
      enabled: false,
      invoice_data: {
        account_tax_ids: null,
        custom_fields: null,
        description: null,
        footer: null,
        issuer: null,
        metadata: {},
        rendering_options: null,
      },
    },
    livemode: false,
    managed_payments: { enabled: false },
    mode: 'payment',
    origin_context: params.origin_context ?? null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: { id: `pmc_${letters(24)}`, parent: null },
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: params.submit_type ?? null,
    subscription: null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    wallet_options: null,
  } satisfies Partial<Stripe.Checkout.Session>;
}
