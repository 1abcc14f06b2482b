import { limits } from '@keepsake/contract/limits';
import type { TwoStepChange } from '../journal/mail-kinds.ts';
import { layoutMail, type RenderedMail } from './layout/layout-mail.ts';
import { longDate, type MailContext } from './layout/mail-context.ts';
import { Button, Note, Paragraph, part, Quote } from './layout/mail-parts.ts';

/** With the link that verifies the address. */
export function verificationEmail(context: MailContext, link: string): RenderedMail {
  const texts = context.texts.verifyEmail;
  return layoutMail(context, texts.subject, [
    part(Paragraph, { text: texts.intro(context.productName) }),
    part(Button, { label: texts.button, url: link }),
    part(Note, { text: texts.validity }),
    part(Note, { text: texts.otherwise }),
  ]);
}

/** To the owner of an address that was registered again. */
export function accountExistsEmail(context: MailContext): RenderedMail {
  const texts = context.texts.accountExists;
  return layoutMail(context, texts.subject, [
    part(Paragraph, { text: texts.intro(context.productName) }),
    part(Paragraph, { text: texts.forgotten }),
    part(Button, { label: texts.button, url: `${context.publicUrl}/login` }),
    part(Note, { text: texts.otherwise }),
  ]);
}

/** The file can be downloaded only from the profile: the mail contains no link to it. */
export function dataExportReadyEmail(context: MailContext): RenderedMail {
  const texts = context.texts.dataExportReady;
  return layoutMail(context, texts.subject, [
    part(Paragraph, { text: texts.intro(context.productName) }),
    part(Button, { label: texts.button, url: `${context.publicUrl}/profile` }),
    part(Note, { text: texts.kept(limits.dataExportDays) }),
  ]);
}

/** With the link that sets a new password. */
export function passwordResetEmail(context: MailContext, link: string): RenderedMail {
  const texts = context.texts.resetPassword;
  return layoutMail(context, texts.subject, [
    part(Paragraph, { text: texts.intro(context.productName) }),
    part(Button, { label: texts.button, url: link }),
    part(Note, { text: texts.validity }),
    part(Note, { text: texts.otherwise }),
  ]);
}

/** With the link that sets the first password of an account. */
export function firstPasswordEmail(context: MailContext, link: string): RenderedMail {
  const texts = context.texts.setPassword;
  return layoutMail(context, texts.subject, [
    part(Paragraph, { text: texts.intro(context.productName) }),
    part(Button, { label: texts.button, url: link }),
    part(Note, { text: texts.validity }),
  ]);
}

/** Sent after every change, so that the owner learns of one made by a stranger. */
export function passwordChangedEmail(context: MailContext, changedAt: Date): RenderedMail {
  const texts = context.texts.passwordChanged;
  return layoutMail(context, texts.subject, [
    part(Paragraph, { text: texts.intro(context.productName, longDate(context, changedAt)) }),
    part(Paragraph, { text: texts.otherwise }),
    part(Button, { label: texts.button, url: `${context.publicUrl}/forgot-password` }),
  ]);
}

/** After a change of the second step, by its owner or by another administrator. */
export function twoStepChangedEmail(context: MailContext, change: TwoStepChange, changedAt: Date): RenderedMail {
  const texts = context.texts.twoStepChanged;
  return layoutMail(context, texts.subject, [
    part(Paragraph, { text: texts[change](context.productName, longDate(context, changedAt)) }),
    part(Paragraph, { text: texts.otherwise }),
    part(Button, { label: context.texts.passwordChanged.button, url: `${context.publicUrl}/forgot-password` }),
  ]);
}

/** A problem that needs an administrator. */
export function adminAlertEmail(context: MailContext, text: string): RenderedMail {
  const texts = context.texts.adminAlert;
  return layoutMail(context, texts.subject(context.productName), [
    part(Paragraph, { text: texts.intro }),
    part(Quote, { text }),
    part(Button, { label: texts.button, url: `${context.publicUrl}/admin` }),
  ]);
}
