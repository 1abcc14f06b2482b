import type { Queryable } from '../../platform/database/db.ts';
import { mailPayloads, refundMadeKey, type MailKind } from '../journal/mail-kinds.ts';
import { stateOfMail, type WaitingMail } from '../journal/mail.queries.ts';
import { isNotificationEnabled, type NotificationKey } from '../journal/notification-config.queries.ts';
import { refundById } from '../payment/refunds/refund.queries.ts';

/** Whether a mail that is about to be sent is still relevant, and its kind is enabled. */
export async function isStillWanted(db: Queryable, mail: WaitingMail): Promise<boolean> {
  if (!reasonHolds[mail.kind](mail)) return false;
  if (mail.kind === 'refund-made' && !(await isRefundMade(db, mail))) return false;
  if (mail.kind === 'refund-failed' && !(await wasRefundAnnounced(db, mail))) return false;
  const key = switches[mail.kind];
  return key === undefined || isNotificationEnabled(db, key);
}

/** A refund may fail after it was made; then the mail that announces it must not be sent. */
async function isRefundMade(db: Queryable, { payload }: WaitingMail): Promise<boolean> {
  const { refundId } = mailPayloads['refund-made'].parse(payload);
  return (await refundById(db, refundId))?.state === 'succeeded';
}

/** A failure is reported only if the refund was announced. An announcement that is not marked as sent may be in flight. */
async function wasRefundAnnounced(db: Queryable, { payload }: WaitingMail): Promise<boolean> {
  const { refundId } = mailPayloads['refund-failed'].parse(payload);
  return (await stateOfMail(db, refundMadeKey(refundId))) !== 'dropped';
}

const always = () => true;
/** A disabled user cannot pay and has no administrator rights. Mails about what they have paid for are still sent. */
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
  // A paid order is confirmed even if the set was deleted a moment later.
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

/** Reminders are not listed: the job that queues them checks their configuration. */
const switches: Partial<Record<MailKind, NotificationKey>> = {
  'order-confirmed': 'order_confirmation',
  'films-ready': 'films_ready',
  'late-films-ready': 'films_ready',
};
