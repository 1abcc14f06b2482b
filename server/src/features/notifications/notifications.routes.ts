import * as contract from '@keepsake/contract/admin/notifications';
import type { NotificationConfig, updateNotificationConfig as call } from '@keepsake/contract/admin/notifications';
import type { Body } from '@keepsake/contract/endpoint';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Api } from '../../platform/http/api.ts';
import type { Db } from '../../platform/database/db.ts';
import { refuseIfChanged } from '../../platform/http/refuse-if-changed.ts';
import { findUser } from '../accounts/user.queries.ts';
import { recordChange } from '../journal/audit.queries.ts';
import {
  notificationConfigs,
  notificationKey,
  lockNotificationConfig,
  updateNotificationConfig,
} from '../journal/notification-config.queries.ts';
import { queueMail } from '../journal/queue-mail.ts';
import { mailContextFor } from './render-mail.ts';
import { sampleMail } from './sample-mail.ts';

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
      mailContextFor(deps, { name: reader.name, verified: true, language: query.language }),
      clock.now(),
    );
    return { subject, text };
  });

  api.handle(contract.sendTestNotification, async ({ params, body, actor }) => {
    const payload = { key: await keyOf(params.id), language: body.language };
    await db.transaction().execute(async (tx) => {
      await queueMail(tx, { kind: 'notification-test', userId: actor.userId, payload });
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

/**
 * Enables or disables a notification, or sets its days.
 * @throws AppError not_found, changed_meanwhile; validation_failed for days of a notification that is sent at once
 */
function setNotification(
  db: Db,
  id: string,
  { revision, ...change }: Body<typeof call>,
  actor: { userId: string },
): Promise<NotificationConfig> {
  return db.transaction().execute(async (tx) => {
    const before = await lockNotificationConfig(tx, id);
    if (!before) throw new AppError('not_found');
    if (change.daysBeforeEvent !== undefined && before.daysBeforeEvent === null) {
      throw new AppError('validation_failed', {
        fields: { daysBeforeEvent: 'This notification is sent at once and has no days.' },
        body: { problems: { daysBeforeEvent: { code: 'not_allowed' } } },
      });
    }
    const { key: _, ...current } = before;
    refuseIfChanged(revision, before.revision, current);
    const after = await updateNotificationConfig(tx, id, change);
    if (!after) throw new AppError('not_found');
    await recordChange(tx, { actor, action: 'notifications.update', subject: id, before: current, after });
    return after;
  });
}
