import type { Queryable } from '../../platform/database/db.ts';
import { mailPayloads, refundMadeKey, type MailKind } from '../journal/mail-kinds.ts';
import { stateOfMail, type WaitingMail } from '../journal/mail.queries.ts';
import { isNotificationEnabled, type NotificationKey } from '../journal/notification-config.queries.ts';
import { refundById } from '../payment/refunds/refund.queries.ts';

/** Whether the reason for a mail still holds when it is about to be sent, and its kind is switched on. */
export async function isStillWanted(db: Queryable, mail: WaitingMail): Promise<boolean> {
  if (!reasonHolds[mail.kind](mail)) return false;
  if (mail.kind === 'refund-made' && !(await isRefundMade(db, mail))) return false;
  if (mail.kind === 'refund-failed' && !(await wasRefundTold(db, mail))) return false;
  const key = switches[mail.kind];
  return key === undefined || isNotificationEnabled(db, key);
}

/** A refund may fail after it was made: then no mail says that it was made. */
async function isRefundMade(db: Queryable, { payload }: WaitingMail): Promise<boolean> {
  const { refundId } = mailPayloads['refund-made'].parse(payload);
  return (await refundById(db, refundId))?.state === 'succeeded';
}

/** Only what the customer was told is put right. A mail that is not sent yet may be on its way. */
async function wasRefundTold(db: Queryable, { payload }: WaitingMail): Promise<boolean> {
  const { refundId } = mailPayloads['refund-failed'].parse(payload);
  return (await stateOfMail(db, refundMadeKey(refundId))) !== 'dropped';
}

const always = () => true;
/** A disabled user cannot pay, and is no administrator. What they have paid for is written to them as ever. */
const isEnabledAdmin = (mail: WaitingMail) => mail.role === 'Admin' && !mail.disabled;
/** Films of an archived set are still made, and their customer is notified. */
const isPaid = (mail: WaitingMail) => mail.bucketStatus === 'paid' || mail.bucketStatus === 'archived';

const reasonHolds: Record<MailKind, (mail: WaitingMail) => boolean> = {
  'verify-email': (mail) => !mail.verified && mail.hasPassword,
  'reset-password': always,
  'set-password': (mail) => !mail.hasPassword,
  'password-changed': always,
  'two-step-changed': always,
  'account-exists': always,
  'data-export-ready': always,
  // What was agreed and paid is confirmed even where the set was deleted a moment later.
  'order-confirmed': always,
  'refund-made': always,
  'refund-failed': always,
  'payment-failed': (mail) => mail.bucketStatus === 'pending' && !mail.disabled,
  'films-ready': isPaid,
  'late-films-ready': isPaid,
  'deletion-reminder': (mail) => mail.bucketStatus === 'paid' || (mail.bucketStatus === 'pending' && !mail.disabled),
  'unpaid-reminder': (mail) => mail.bucketStatus === 'pending' && !mail.disabled,
  'admin-alert': isEnabledAdmin,
  'notification-test': isEnabledAdmin,
};

/** Reminders are not here: the job that queues them reads the configuration of each. */
const switches: Partial<Record<MailKind, NotificationKey>> = {
  'order-confirmed': 'order_confirmation',
  'films-ready': 'films_ready',
  'late-films-ready': 'films_ready',
};
