import { consentTextVersion } from '@keepsake/contract/orders/payment';
import type { MailPayload } from '../journal/mail-kinds.ts';
import type { NotificationKey } from '../journal/notification-config.queries.ts';
import { filmsReadyEmail, deletionReminderEmail, unpaidReminderEmail } from './bucket.email.ts';
import type { RenderedMail } from './layout/layout-mail.ts';
import type { MailContext } from './layout/mail-context.ts';
import { orderConfirmedEmail } from './order.email.ts';

const dayMs = 86_400_000;

/** The mail of a notification, about an invented order with two photos and three films. Its links lead to the recipient's own dashboard. */
export function sampleMail(key: NotificationKey, context: MailContext, now: Date): RenderedMail {
  return samples[key](context, now);
}

const samples: Record<NotificationKey, (context: MailContext, now: Date) => RenderedMail> = {
  deletion_reminder_7: (context, now) => deletionReminderEmail(context, deletion(now, 7)),
  deletion_reminder_3: (context, now) => deletionReminderEmail(context, deletion(now, 3)),
  deletion_reminder_1: (context, now) => deletionReminderEmail(context, deletion(now, 1)),
  unpaid_reminder_7: (context, now) => unpaidReminderEmail(context, deletion(now, 7)),
  unpaid_reminder_3: (context, now) => unpaidReminderEmail(context, deletion(now, 3)),
  films_ready: (context, now) =>
    filmsReadyEmail(context, { done: 3, failed: 0 }, { id: null, keptUntil: deletion(now, 30).date }),
  order_confirmation: (context, now) =>
    orderConfirmedEmail(context, order(context, now), { id: null, invoice: 'follows' }),
};

function deletion(now: Date, days: number) {
  return { bucketId: null, days, date: new Date(now.getTime() + days * dayMs) };
}

function order({ language }: MailContext, now: Date): MailPayload<'order-confirmed'> {
  return {
    amount: 1_197,
    currency: 'EUR',
    lines: [
      { kind: 'base', quantity: 2, unitPrice: 499, amount: 998 },
      { kind: 'variants', quantity: 1, unitPrice: 199, amount: 199 },
    ],
    consents: (['guidelines', 'final_sale'] as const).map((kind) => ({
      kind,
      textVersion: consentTextVersion,
      language,
      givenAt: now.toISOString(),
    })),
  };
}
