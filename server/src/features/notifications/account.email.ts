import { limits } from '@keepsake/contract/limits';
import type { TwoStepChange } from '../journal/mail-kinds.ts';
import { layoutMail, type MailContext, type RenderedMail, longDate } from './mail-layout.ts';

/** With the link that verifies the address. */
export function verificationEmail(context: MailContext, link: string): RenderedMail {
  const texts = context.texts.verifyEmail;
  return layoutMail(context, texts.subject, [
    { kind: 'paragraph', text: texts.intro(context.productName) },
    { kind: 'button', label: texts.button, url: link },
    { kind: 'note', text: texts.validity },
    { kind: 'note', text: texts.otherwise },
  ]);
}

/** To the owner of an address that was registered again. */
export function accountExistsEmail(context: MailContext): RenderedMail {
  const texts = context.texts.accountExists;
  return layoutMail(context, texts.subject, [
    { kind: 'paragraph', text: texts.intro(context.productName) },
    { kind: 'paragraph', text: texts.forgotten },
    { kind: 'button', label: texts.button, url: `${context.publicUrl}/login` },
    { kind: 'note', text: texts.otherwise },
  ]);
}

/** The requested file can be downloaded from the profile only: the mail contains no link to the file. */
export function dataExportReadyEmail(context: MailContext): RenderedMail {
  const texts = context.texts.dataExportReady;
  return layoutMail(context, texts.subject, [
    { kind: 'paragraph', text: texts.intro(context.productName) },
    { kind: 'button', label: texts.button, url: `${context.publicUrl}/profile` },
    { kind: 'note', text: texts.kept(limits.dataExportDays) },
  ]);
}

/** With the link that sets a new password. */
export function passwordResetEmail(context: MailContext, link: string): RenderedMail {
  const texts = context.texts.resetPassword;
  return layoutMail(context, texts.subject, [
    { kind: 'paragraph', text: texts.intro(context.productName) },
    { kind: 'button', label: texts.button, url: link },
    { kind: 'note', text: texts.validity },
    { kind: 'note', text: texts.otherwise },
  ]);
}

/** With the link that sets the first password of an account. */
export function firstPasswordEmail(context: MailContext, link: string): RenderedMail {
  const texts = context.texts.setPassword;
  return layoutMail(context, texts.subject, [
    { kind: 'paragraph', text: texts.intro(context.productName) },
    { kind: 'button', label: texts.button, url: link },
    { kind: 'note', text: texts.validity },
  ]);
}

/** After a change, so that its owner learns of one that a stranger made. */
export function passwordChangedEmail(context: MailContext, changedAt: Date): RenderedMail {
  const texts = context.texts.passwordChanged;
  return layoutMail(context, texts.subject, [
    { kind: 'paragraph', text: texts.intro(context.productName, longDate(context, changedAt)) },
    { kind: 'paragraph', text: texts.otherwise },
    { kind: 'button', label: texts.button, url: `${context.publicUrl}/forgot-password` },
  ]);
}

/** After a change of the second step, by its owner or by another administrator. */
export function twoStepChangedEmail(context: MailContext, change: TwoStepChange, changedAt: Date): RenderedMail {
  const texts = context.texts.twoStepChanged;
  return layoutMail(context, texts.subject, [
    { kind: 'paragraph', text: texts[change](context.productName, longDate(context, changedAt)) },
    { kind: 'paragraph', text: texts.otherwise },
    { kind: 'button', label: context.texts.passwordChanged.button, url: `${context.publicUrl}/forgot-password` },
  ]);
}

/** What an administrator has to act on. */
export function adminAlertEmail(context: MailContext, text: string): RenderedMail {
  const texts = context.texts.adminAlert;
  return layoutMail(context, texts.subject(context.productName), [
    { kind: 'paragraph', text: texts.intro },
    { kind: 'quote', text },
    { kind: 'button', label: texts.button, url: `${context.publicUrl}/admin` },
  ]);
}
