import { createHmac } from 'node:crypto';

/**
 * The `Stripe-Signature` header of a payload: HMAC-SHA256 over `<seconds>.<raw body>`, keyed with the whole secret.
 * Scheme: https://docs.stripe.com/webhooks#verify-manually
 */
export function signatureHeader(payload: string, secret: string, seconds: number): string {
  const signature = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex');
  return `t=${seconds},v1=${signature}`;
}
