import type { Body } from '@keepsake/contract/endpoint';
import type { NotificationConfig, updateNotificationConfig as call } from '@keepsake/contract/notifications';
import { AppError } from '../../errors.ts';
import type { Db } from '../../platform/db.ts';
import { refuseIfChanged } from '../../platform/http/refuse-if-changed.ts';
import { recordChange } from '../journal/audit.queries.ts';
import { lockNotificationConfig, updateNotificationConfig } from '../journal/notification-config.queries.ts';

/** Switches a notification or sets its days. @throws AppError not_found, changed_meanwhile; validation_failed for days of one that is sent at once */
export function setNotification(
  db: Db,
  id: string,
  { revision, ...change }: Body<typeof call>,
  actor: { userId: string },
): Promise<NotificationConfig> {
  return db.transaction(async (tx) => {
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
