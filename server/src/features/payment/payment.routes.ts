import { createCheckoutSession, paymentWebhook } from '@keepsake/contract/orders/payment';
import type { Deps } from '../../deps.ts';
import type { Api } from '../../platform/http/api.ts';
import { receiveEvent } from './receive-event.ts';
import { startCheckout } from './start-checkout.ts';

export function paymentRoutes(api: Api, deps: Deps): void {
  api.handle(createCheckoutSession, async ({ body, actor }) => {
    const { bucketId, requirePhotoChecks = false, ...given } = body;
    const payer = { userId: actor.userId, language: actor.language, bucketId, requirePhotoChecks };
    return { url: await startCheckout(deps, payer, given) };
  });

  api.handle(paymentWebhook, async ({ request }) => {
    const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const event = deps.payments.readEvent(rawBody, signatureOf(request.headers['stripe-signature']));
    const outcome = await receiveEvent(deps, event);
    const sessionId = event.about === 'session' ? event.sessionId : undefined;
    deps.log.info({ eventId: event.id, type: event.type, sessionId, outcome }, 'payment event');
    return { message: outcome };
  });
}

function signatureOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}
