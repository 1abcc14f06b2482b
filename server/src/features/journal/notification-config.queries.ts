import type { NotificationConfig } from '@keepsake/contract/notifications';
import { sql, type Queryable, type Tx } from '../../platform/database/db.ts';
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

const columns = sql`id, name, description, is_enabled, days_before_event, revision`;

/** Writes the configurations that are missing; those that are there keep their settings. */
export async function seedNotificationConfigs(db: Queryable): Promise<void> {
  for (const { key, name, description, days } of stock) {
    await db.run(sql`
      insert into notification_configs (id, key, name, description, days_before_event)
      values (${newId()}, ${key}, ${name}, ${description}, ${days}) on conflict (key) do nothing`);
  }
}

export function notificationConfigs(db: Queryable): Promise<NotificationConfig[]> {
  return db.query(sql`select ${columns} from notification_configs order by id`);
}

/** By which key the product knows it. */
export async function notificationKey(db: Queryable, id: string): Promise<NotificationKey | undefined> {
  const row = await db.first<{ key: NotificationKey }>(sql`select key from notification_configs where id = ${id}`);
  return row?.key;
}

/** The same, held until the transaction ends; with the key by which the product knows it. */
export function lockNotificationConfig(
  tx: Tx,
  id: string,
): Promise<(NotificationConfig & { key: NotificationKey }) | undefined> {
  return tx.first(sql`select key, ${columns} from notification_configs where id = ${id} for update`);
}

export function updateNotificationConfig(
  db: Queryable,
  id: string,
  change: { isEnabled?: boolean | undefined; daysBeforeEvent?: number | undefined },
): Promise<NotificationConfig | undefined> {
  return db.first(sql`
    update notification_configs set is_enabled = coalesce(${change.isEnabled ?? null}, is_enabled),
      days_before_event = coalesce(${change.daysBeforeEvent ?? null}, days_before_event)
    where id = ${id} returning ${columns}`);
}

/** On unless it was switched off. */
export async function isNotificationEnabled(db: Queryable, key: NotificationKey): Promise<boolean> {
  const row = await db.first<{ isEnabled: boolean }>(
    sql`select is_enabled from notification_configs where key = ${key}`,
  );
  return row?.isEnabled ?? true;
}
