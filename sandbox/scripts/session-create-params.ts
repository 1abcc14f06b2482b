import type { Stripe } from 'stripe';

/** What the schema of `POST /v1/checkout/sessions` is generated from. */
export type CheckoutSessionCreate = Stripe.Checkout.SessionCreateParams;
