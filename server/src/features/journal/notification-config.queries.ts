import type { NotificationConfig } from '@keepsake/contract/admin/notifications';
import type { Queryable, Tx } from '../../platform/database/db.ts';
import { newId } from '../../platform/ids.ts';

const stock = [
  {
    key: 'deletion_reminder_7',
    name: 'Deletion reminder (first)',
    description: 'Tells the customer that a set will be deleted, so many days before it happens.',
    days: 7,
  },
  {
    key: 'deletion_reminder_3',
    name: 'Deletion reminder (second)',
    description: 'Tells the customer again that a set will be deleted, so many days before it happens.',
    days: 3,
  },
  {
    key: 'deletion_reminder_1',
    name: 'Deletion reminder (last)',
    description: 'Tells the customer a last time that a set will be deleted, so many days before it happens.',
    days: 1,
  },
  {
    key: 'unpaid_reminder_7',
    name: 'Unpaid set reminder (first)',
    description: 'Tells the customer that a set is not paid for yet, so many days before it is deleted.',
    days: 7,
  },
  {
    key: 'unpaid_reminder_3',
    name: 'Unpaid set reminder (last)',
    description: 'Tells the customer a last time that a set is not paid for yet, so many days before it is deleted.',
    days: 3,
  },
  {
    key: 'films_ready',
    name: 'Films ready',
    description: 'Tells the customer that the films of a set can be watched and downloaded.',
    days: null,
  },
  {
    key: 'order_confirmation',
    name: 'Order confirmation',
    description: 'Confirms a paid order with its price and the consents that were given.',
    days: null,
  },
] as const;

export type NotificationKey = (typeof stock)[number]['key'];
export const notificationKeys = stock.map(({ key }) => key);

declare module '../../platform/database/json.ts' {
  interface TextColumns {
    'notification_configs.key': NotificationKey;
  }
}

const columns = ['id', 'name', 'description', 'isEnabled', 'daysBeforeEvent', 'revision'] as const;

/** Inserts missing configurations; existing ones keep their settings. */
export async function seedNotificationConfigs(db: Queryable): Promise<void> {
  await db
    .insertInto('notificationConfigs')
    .values(
      stock.map(({ key, name, description, days }) => ({ id: newId(), key, name, description, daysBeforeEvent: days })),
    )
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

export function notificationConfigs(db: Queryable): Promise<NotificationConfig[]> {
  return db.selectFrom('notificationConfigs').select(columns).orderBy('id').execute();
}

/** The key of a configuration, by its id. */
export async function notificationKey(db: Queryable, id: string): Promise<NotificationKey | undefined> {
  const row = await db.selectFrom('notificationConfigs').where('id', '=', id).select('key').executeTakeFirst();
  return row?.key;
}

/** One configuration with its key, locked until the transaction ends. */
export function lockNotificationConfig(
  tx: Tx,
  id: string,
): Promise<(NotificationConfig & { key: NotificationKey }) | undefined> {
  return tx
    .selectFrom('notificationConfigs')
    .where('id', '=', id)
    .select([...columns, 'key'])
    .forUpdate()
    .executeTakeFirst();
}

/** Changes the given fields. Undefined if there is no such configuration. */
export function updateNotificationConfig(
  db: Queryable,
  id: string,
  { isEnabled, daysBeforeEvent }: { isEnabled?: boolean | undefined; daysBeforeEvent?: number | undefined },
): Promise<NotificationConfig | undefined> {
  return db
    .updateTable('notificationConfigs')
    .where('id', '=', id)
    .set(({ ref }) => ({
      isEnabled: isEnabled ?? ref('isEnabled'),
      daysBeforeEvent: daysBeforeEvent ?? ref('daysBeforeEvent'),
    }))
    .returning(columns)
    .executeTakeFirst();
}

/** Enabled unless an administrator has disabled it. */
export async function isNotificationEnabled(db: Queryable, key: NotificationKey): Promise<boolean> {
  const row = await db.selectFrom('notificationConfigs').where('key', '=', key).select('isEnabled').executeTakeFirst();
  return row?.isEnabled ?? true;
}
