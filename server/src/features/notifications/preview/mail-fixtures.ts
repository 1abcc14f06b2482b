import { readFileSync } from 'node:fs';
import { consentTextVersion } from '@keepsake/contract/orders/payment';
import type { Language } from '@keepsake/contract/primitives';
import type { MailKind, MailPayload } from '../../journal/mail-kinds.ts';
import {
  accountExistsEmail,
  adminAlertEmail,
  dataExportReadyEmail,
  firstPasswordEmail,
  passwordChangedEmail,
  passwordResetEmail,
  twoStepChangedEmail,
  verificationEmail,
} from '../account.email.ts';
import { deletionReminderEmail, filmsReadyEmail, lateFilmsReadyEmail, unpaidReminderEmail } from '../bucket.email.ts';
import type { MailedFilm } from '../film-of-mail.ts';
import type { RenderedMail } from '../layout/layout-mail.ts';
import type { MailContext } from '../layout/mail-context.ts';
import { orderConfirmedEmail, paymentFailedEmail, refundFailedEmail, refundMadeEmail } from '../order.email.ts';
import { mailTexts } from '../texts/mail-texts.ts';

export const bucketId = '0199aa00-0000-7000-8000-000000000001';
const date = new Date('2026-12-20T10:00:00Z');
const link = (page: string) => `https://films.example/${page}?token=abc&userId=def`;

export const order: MailPayload<'order-confirmed'> = {
  amount: 112_345,
  currency: 'USD',
  lines: [
    { kind: 'base', quantity: 3, unitPrice: 40_000, amount: 120_000 },
    { kind: 'volume_discount', quantity: 3, percent: 10, amount: -12_000 },
    { kind: 'variants', quantity: 2, unitPrice: 5_000, amount: 10_000 },
    { kind: 'variant_discount', quantity: 2, percent: 5, amount: -500 },
    { kind: 'package_discount', quantity: 5, percent: 4, amount: -5_155 },
  ],
  consents: (['guidelines', 'final_sale'] as const).map((kind) => ({
    kind,
    textVersion: consentTextVersion,
    language: 'hu',
    givenAt: '2026-11-20T10:00:00.000Z',
  })),
};

const action = { en: 'Smile', hu: 'Mosoly', de: 'Lächeln', fr: 'Sourire', es: 'Sonrisa' };
const refund: MailPayload<'refund-made'> = {
  refundId: '0199aa00-0000-7000-8000-000000000003',
  amount: 1_240,
  currency: 'EUR',
  scope: 'films',
  films: [
    { photo: 'oma-1952.jpg', action, number: 1 },
    { photo: 'opa.png', action, number: 2 },
  ],
  filmsGo: true,
};
const replacedRefund: MailPayload<'refund-made'> = {
  ...refund,
  films: [
    { photo: 'oma-1952.jpg', action, number: 1, standIn: 'nod', isAgreed: true },
    { photo: 'opa.png', action, number: 2, standIn: 'picture', isAgreed: false },
  ],
};
const failures: MailPayload<'films-ready'>['failures'] = [
  { photo: 'oma-1952.jpg', action, number: 1, why: 'rules' },
  { photo: 'oma-1952.jpg', action, number: 2, why: 'rules' },
  { photo: 'opa.png', action, number: 1, why: 'photo' },
  { photo: 'opa.png', action, number: 2, why: 'late' },
  { photo: 'opa.png', action, number: 3, why: 'ours' },
];
const wave = { en: 'Wave', hu: 'Integetés', de: 'Winken', fr: 'Faire signe de la main', es: 'Saludar con la mano' };
const agreed: MailPayload<'films-ready'>['agreed'] = [
  { photo: 'oma-1952.jpg', action: wave, standIn: 'nod' },
  { photo: 'opa.png', action, standIn: 'picture' },
  { photo: 'haus.jpg', action, standIn: 'picture' },
];
const replaced: MailPayload<'films-ready'>['replaced'] = [
  { photo: 'opa.png', action, standIn: 'smile', isOwed: true },
  { photo: 'haus.jpg', action, standIn: 'picture', isOwed: true },
];
const partly: MailPayload<'films-ready'>['partly'] = [
  { photo: 'oma-1952.jpg', action, of: 'faces', count: 2, total: 5 },
  { photo: 'opa.png', action: wave, of: 'hands', count: 1, total: 2 },
];
export const invoice = { number: 'KS / 2026-000001', pdf: Buffer.from('%PDF-') };

/** A finished film with a picture of 300 by 360. */
export const mailedFilm: MailedFilm = {
  id: '0199aa00-0000-7000-8000-000000000002',
  action,
  number: 1,
  photo: 'oma-1952.jpg',
  picture: {
    jpeg: readFileSync(new URL('../../films/config/sample-photo.jpg', import.meta.url)),
    width: 300,
    height: 360,
  },
};
const set = { id: bucketId, keptUntil: date, film: mailedFilm };
const replacedSet = { ...set, film: { ...mailedFilm, standIn: 'smile' as const } };
const withoutPicture = { ...set, film: { ...mailedFilm, picture: undefined } };

/** The kinds with texts of their own; a test of a notification uses the texts of that notification. */
export type WordedKind = Exclude<MailKind, 'notification-test'>;

/** Every variant of every mail, by kind, with several numbers if the wording depends on them. */
export const mailFixtures: Record<WordedKind, Record<string, (context: MailContext) => RenderedMail>> = {
  'verify-email': { verification: (context) => verificationEmail(context, link('verify-email')) },
  'reset-password': { 'password reset': (context) => passwordResetEmail(context, link('reset-password')) },
  'set-password': { 'first password': (context) => firstPasswordEmail(context, link('reset-password')) },
  'password-changed': { 'password changed': (context) => passwordChangedEmail(context, date) },
  'two-step-changed': {
    'second step on': (context) => twoStepChangedEmail(context, 'on', date),
    'second step off': (context) => twoStepChangedEmail(context, 'off', date),
    'new recovery codes': (context) => twoStepChangedEmail(context, 'codes', date),
  },
  'account-exists': { 'account exists': accountExistsEmail },
  'data-export-ready': { 'data export ready': dataExportReadyEmail },
  'order-confirmed': {
    'order confirmed': (context) => orderConfirmedEmail(context, order, { id: bucketId, invoice: 'follows' }),
    'order with agreed replacements': (context) =>
      orderConfirmedEmail(context, { ...order, agreed }, { id: bucketId, invoice }),
    'order with invoice': (context) => orderConfirmedEmail(context, order, { id: bucketId, invoice }),
    'order free of charge': (context) =>
      orderConfirmedEmail(context, { ...order, amount: 0 }, { id: bucketId, invoice: undefined }),
  },
  'refund-made': {
    'a refund, films stay': (context) => refundMadeEmail(context, { ...refund, filmsGo: false }, bucketId),
    'a refund of two films, which go': (context) => refundMadeEmail(context, refund, bucketId),
    'a refund of films that show something else': (context) => refundMadeEmail(context, replacedRefund, bucketId),
    'a refund of everything': (context) => refundMadeEmail(context, { ...refund, scope: 'whole', films: [] }, bucketId),
    'a refund of a deleted set': (context) => refundMadeEmail(context, { ...refund, films: [] }, null),
  },
  'refund-failed': { 'a refund that came back': (context) => refundFailedEmail(context, refund, bucketId) },
  'payment-failed': { 'payment failed': (context) => paymentFailedEmail(context, bucketId) },
  'films-ready': {
    'one film ready': (context) => filmsReadyEmail(context, { done: 1, failed: 0 }, set),
    'films ready': (context) => filmsReadyEmail(context, { done: 4, failed: 0 }, set),
    'films ready, one replaced': (context) => filmsReadyEmail(context, { done: 4, failed: 0, replaced }, replacedSet),
    'films ready, three as agreed': (context) => filmsReadyEmail(context, { done: 4, failed: 0, agreed }, set),
    'films ready, two shown by some': (context) => filmsReadyEmail(context, { done: 4, failed: 0, partly }, set),
    'films ready, without a picture': (context) => filmsReadyEmail(context, { done: 4, failed: 0 }, withoutPicture),
    'some films failed': (context) => filmsReadyEmail(context, { done: 2, failed: 1 }, set),
    'more films failed': (context) => filmsReadyEmail(context, { done: 1, failed: 5, failures }, set),
    'all films failed': (context) =>
      filmsReadyEmail(context, { done: 0, failed: 2 }, { id: bucketId, keptUntil: null }),
  },
  'late-films-ready': {
    'a late film ready': (context) => lateFilmsReadyEmail(context, { done: 1, failed: 0 }, set),
    'late films ready': (context) => lateFilmsReadyEmail(context, { done: 3, failed: 1 }, set),
    'a late film ready, some as agreed': (context) => lateFilmsReadyEmail(context, { done: 4, failed: 0, agreed }, set),
    'a given film ready': (context) => lateFilmsReadyEmail(context, { done: 1, failed: 0, given: true }, set),
    'given films ready': (context) => lateFilmsReadyEmail(context, { done: 3, failed: 0, given: true }, set),
  },
  'deletion-reminder': {
    'deletion in a day': (context) => deletionReminderEmail(context, { bucketId, days: 1, date }),
    'deletion in a week': (context) => deletionReminderEmail(context, { bucketId, days: 7, date }),
  },
  'unpaid-reminder': {
    'unpaid, a day left': (context) => unpaidReminderEmail(context, { bucketId, days: 1, date }),
    'unpaid, days left': (context) => unpaidReminderEmail(context, { bucketId, days: 3, date }),
  },
  'admin-alert': { alert: (context) => adminAlertEmail(context, 'Two payments for one set: session cs_1, set 2.') },
};

/** A recipient with this language, and a sender. */
export function contextIn(language: Language, more: Partial<MailContext> = {}): MailContext {
  return {
    language,
    texts: mailTexts[language],
    readerName: 'Ágnes Őry',
    productName: 'Keepsake',
    supportAddress: 'support@films.example',
    publicUrl: 'https://films.example',
    ...more,
  };
}
