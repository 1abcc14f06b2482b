import type { Deps } from '../../deps.ts';
import { createAccountLink } from '../accounts/account-links.ts';
import { mailPayloads, type MailKind, type MailPayload } from '../journal/mail-kinds.ts';
import type { WaitingMail } from '../journal/mail.queries.ts';
import {
  accountExistsEmail,
  dataExportReadyEmail,
  verificationEmail,
  adminAlertEmail,
  firstPasswordEmail,
  passwordChangedEmail,
  passwordResetEmail,
  twoStepChangedEmail,
} from './account.email.ts';
import {
  filmsReadyEmail,
  lateFilmsReadyEmail,
  deletionReminderEmail,
  unpaidReminderEmail,
  type Deletion,
} from './bucket.email.ts';
import { filmOfMail } from './film-of-mail.ts';
import { invoiceOfMail } from './invoice-of-mail.ts';
import type { RenderedMail } from './layout/layout-mail.ts';
import type { MailContext } from './layout/mail-context.ts';
import { orderConfirmedEmail, paymentFailedEmail, refundFailedEmail, refundMadeEmail } from './order.email.ts';
import { sampleMail } from './sample-mail.ts';
import { mailTexts } from './texts/mail-texts.ts';

/** Renders a mail in its recipient's language. Secret links are created here, when the mail is about to be sent; only their hashes are stored. */
export function renderMail(deps: Deps, mail: WaitingMail): Promise<RenderedMail> {
  return renderers[mail.kind](deps, mail, mailContextFor(deps, mail));
}

type Renderer = (deps: Deps, mail: WaitingMail, context: MailContext) => Promise<RenderedMail>;

const renderers: Record<MailKind, Renderer> = {
  'verify-email': async (deps, mail, context) =>
    verificationEmail(context, await createAccountLink(deps, 'verify-email', mail.userId)),
  'reset-password': async (deps, mail, context) =>
    passwordResetEmail(context, await createAccountLink(deps, 'reset-password', mail.userId)),
  'set-password': async (deps, mail, context) =>
    firstPasswordEmail(context, await createAccountLink(deps, 'set-password', mail.userId)),
  'password-changed': async (_deps, mail, context) => passwordChangedEmail(context, mail.createdAt),
  'two-step-changed': async (_deps, mail, context) =>
    twoStepChangedEmail(context, payloadOf('two-step-changed', mail).change, mail.createdAt),
  'account-exists': async (_deps, _mail, context) => accountExistsEmail(context),
  'data-export-ready': async (_deps, _mail, context) => dataExportReadyEmail(context),
  'order-confirmed': async (deps, mail, context) => {
    const set = { id: mail.bucketId, invoice: await invoiceOfMail(deps, mail.bucketId) };
    return orderConfirmedEmail(context, payloadOf('order-confirmed', mail), set);
  },
  'payment-failed': async (_deps, mail, context) => paymentFailedEmail(context, mail.bucketId),
  'refund-made': async (_deps, mail, context) =>
    refundMadeEmail(context, payloadOf('refund-made', mail), keptSetOf(mail)),
  'refund-failed': async (_deps, mail, context) =>
    refundFailedEmail(context, payloadOf('refund-failed', mail), keptSetOf(mail)),
  'films-ready': async (deps, mail, context) =>
    filmsReadyEmail(context, payloadOf('films-ready', mail), {
      id: mail.bucketId,
      keptUntil: mail.deletionDate,
      film: await filmOfMail(deps, mail.bucketId, 'first'),
    }),
  'late-films-ready': async (deps, mail, context) =>
    lateFilmsReadyEmail(context, payloadOf('late-films-ready', mail), {
      id: mail.bucketId,
      keptUntil: mail.deletionDate,
      film: await filmOfMail(deps, mail.bucketId, 'newest'),
    }),
  'deletion-reminder': async (_deps, mail, context) =>
    deletionReminderEmail(context, deletionOf(payloadOf('deletion-reminder', mail), mail)),
  'unpaid-reminder': async (_deps, mail, context) =>
    unpaidReminderEmail(context, deletionOf(payloadOf('unpaid-reminder', mail), mail)),
  'admin-alert': async (_deps, mail, context) => adminAlertEmail(context, payloadOf('admin-alert', mail).text),
  'notification-test': async (_deps, mail, context) => {
    const { key, language } = payloadOf('notification-test', mail);
    return sampleMail(key, { ...context, language, texts: mailTexts[language] }, mail.readAt);
  },
};

export function mailContextFor(deps: Deps, mail: Pick<WaitingMail, 'language' | 'name' | 'verified'>): MailContext {
  return {
    language: mail.language,
    texts: mailTexts[mail.language],
    readerName: nameOf(mail),
    productName: deps.config.PRODUCT_NAME,
    supportAddress: deps.config.SUPPORT_EMAIL,
    publicUrl: deps.publicUrl,
  };
}

/** Undefined before the address is verified: anyone can register any address under any name. */
export function nameOf({ name, verified }: Pick<WaitingMail, 'name' | 'verified'>): string | undefined {
  return verified ? name : undefined;
}

function payloadOf<K extends MailKind>(kind: K, mail: WaitingMail): MailPayload<K> {
  return mailPayloads[kind].parse(mail.payload) as MailPayload<K>;
}

const dayMs = 86_400_000;

/** The days that are left now: fewer than in the payload if the mail has waited long. */
function deletionOf(queued: { days: number }, mail: WaitingMail): Deletion {
  const now = mail.readAt.getTime();
  const date = mail.deletionDate ?? new Date(now + queued.days * dayMs);
  return { bucketId: mail.bucketId, date, days: Math.max(1, Math.ceil((date.getTime() - now) / dayMs)) };
}

/** The id of the set of a mail; null if the set was deleted. */
function keptSetOf({ bucketId, bucketStatus }: WaitingMail): string | null {
  return bucketStatus === null ? null : bucketId;
}
