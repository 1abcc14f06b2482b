import type { Stripe } from 'stripe';
import { debitDetails, type DebitType } from './bank-debit.ts';
import { letters, newId, type PaymentRecord, type SessionRecord } from '../checkout-records.ts';
import { emptyAddress } from '../sessions/session-object.ts';

export type PaidCard = { brand: string; last4: string; expMonth: number; expYear: number };
type Paying = { of: SessionRecord; by: PaidCard | DebitType; email: string; name: string; now: number };

/** The payment intent and charge of an order that has just been paid, or whose bank debit has just begun; `now` in seconds. */
export function newPayment(paying: Paying): PaymentRecord {
  const intentId = newId('pi');
  const chargeId = newId('ch');
  const methodId = newId('pm');
  const { session, paymentData } = paying.of;
  const { by } = paying;
  const isDebit = typeof by === 'string';
  const details = isDebit ? debitDetails(by) : cardPayment(by, session.amount_total);
  const shared = {
    ...paymentData,
    application: null,
    application_fee_amount: null,
    created: paying.now,
    currency: session.currency,
    customer: null,
    livemode: false,
    on_behalf_of: null,
    payment_method: methodId,
    review: null,
    shipping: null,
    source: null,
    transfer_data: null,
    transfer_group: null,
  };
  const intent: Stripe.PaymentIntent = {
    ...shared,
    id: intentId,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: session.amount_total,
    amount_capturable: 0,
    amount_received: isDebit ? 0 : session.amount_total,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${intentId}_secret_${letters(24)}`,
    confirmation_method: 'automatic',
    customer_account: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: chargeId,
    managed_payments: { enabled: false },
    next_action: null,
    payment_method_configuration_details: null,
    payment_method_options: isDebit
      ? {}
      : { card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' } },
    payment_method_types: [details.type],
    payment_record: null,
    processing: null,
    setup_future_usage: null,
    status: isDebit ? 'processing' : 'succeeded',
  };
  const charge: Stripe.Charge = {
    ...shared,
    id: chargeId,
    object: 'charge',
    amount: session.amount_total,
    amount_captured: session.amount_total,
    amount_refunded: 0,
    application_fee: null,
    balance_transaction: null,
    billing_details: { address: emptyAddress(), email: paying.email, name: paying.name, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: !isDebit,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: 'approved_by_network',
      reason: null,
      risk_level: 'normal',
      seller_message: 'Payment complete.',
      type: 'authorized',
    },
    paid: !isDebit,
    payment_intent: intentId,
    payment_method_details: details,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    source_transfer: null,
    status: isDebit ? 'pending' : 'succeeded',
  };
  return { id: intentId, intent, charge, refunds: [] };
}

function cardPayment(card: PaidCard, amount: number): Stripe.Charge.PaymentMethodDetails {
  return { type: 'card', card: cardDetails(card, amount) };
}

function cardDetails(card: PaidCard, amount: number): Stripe.Charge.PaymentMethodDetails.Card {
  return {
    amount_authorized: amount,
    authorization_code: null,
    brand: card.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    electronic_commerce_indicator: null,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    funding: 'credit',
    installments: null,
    last4: card.last4,
    mandate: null,
    network: card.brand,
    network_transaction_id: null,
    regulated_status: 'unregulated',
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  };
}
