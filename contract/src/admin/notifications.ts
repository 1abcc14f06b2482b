import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id, idParams, language, message, revision, seenRevision } from '../primitives.ts';

export const notificationConfig = z.object({
  id,
  name: z.string(),
  description: z.string(),
  isEnabled: z.boolean(),
  daysBeforeEvent: z.nullable(z.int()),
  revision,
});
export type NotificationConfig = z.output<typeof notificationConfig>;

export const listNotificationConfigs = endpoint({
  method: 'GET',
  path: '/api/admin/notification-configs',
  access: 'admin',
  summary: 'The notifications that can be enabled, disabled and timed.',
  reply: z.array(notificationConfig),
});

export const updateNotificationConfig = endpoint({
  method: 'PUT',
  path: '/api/admin/notification-configs/:id',
  access: 'admin',
  summary: 'Enable or disable a notification, or set its days before the event (1 to 30).',
  params: idParams,
  body: z.object({
    isEnabled: z.optional(z.boolean()),
    daysBeforeEvent: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(30))),
    revision: seenRevision,
  }),
  reply: z.object({ config: notificationConfig }),
  errors: ['changed_meanwhile'],
});

export const previewNotification = endpoint({
  method: 'GET',
  path: '/api/admin/notification-configs/:id/preview',
  access: 'admin',
  summary: 'The mail of a notification as a customer would see it, with an invented order.',
  params: idParams,
  query: z.object({ language: z._default(language, 'en') }),
  reply: z.object({ subject: z.string(), text: z.string() }),
});

export const sendTestNotification = endpoint({
  method: 'POST',
  path: '/api/admin/notification-configs/:id/test',
  access: 'admin',
  summary: 'Send the mail of a notification, with an invented order, to yourself.',
  params: idParams,
  body: z.object({ language: z._default(language, 'en') }),
  reply: message,
});
