import * as contract from '@keepsake/contract/notifications';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Api } from '../../platform/http/api.ts';
import { findUser } from '../accounts/user.queries.ts';
import { recordChange } from '../journal/audit.queries.ts';
import { notificationConfigs, notificationKey } from '../journal/notification-config.queries.ts';
import { queueMail } from '../journal/queue-mail.ts';
import { contextOf } from './render-mail.ts';
import { sampleMail } from './sample-mail.ts';
import { setNotification } from './set-notification.ts';

export function notificationsRoutes(api: Api, deps: Deps): void {
  const { db, clock } = deps;

  api.handle(contract.listNotificationConfigs, () => notificationConfigs(db));

  api.handle(contract.updateNotificationConfig, async ({ params, body, actor }) => ({
    config: await setNotification(db, params.id, body, actor),
  }));

  api.handle(contract.previewNotification, async ({ params, query, actor }) => {
    const [key, reader] = [await keyOf(params.id), await findUser(db, actor.userId)];
    if (!reader) throw new AppError('not_found');
    const { subject, text } = sampleMail(
      key,
      contextOf(deps, { name: reader.name, verified: true, language: query.language }),
      clock.now(),
    );
    return { subject, text };
  });

  api.handle(contract.sendTestNotification, async ({ params, body, actor }) => {
    const payload = { key: await keyOf(params.id), language: body.language };
    await db.transaction(async (tx) => {
      await queueMail(tx, clock, { kind: 'notification-test', userId: actor.userId, payload });
      await recordChange(tx, { actor, action: 'notifications.test', subject: params.id, before: null, after: payload });
    });
    return { message: 'The mail is on its way to you.' };
  });

  async function keyOf(id: string) {
    const key = await notificationKey(db, id);
    if (!key) throw new AppError('not_found');
    return key;
  }
}
