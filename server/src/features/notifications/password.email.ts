import type { TwoStepChange } from '../journal/mail-kinds.ts';
import { layoutMail, type MailContext, type RenderedMail } from './mail-layout.ts';
import { longDate } from './mail-values.ts';

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

/** With the link that sets the first password of an account made for somebody. */
export function firstPasswordEmail(context: MailContext, link: string): RenderedMail {
  const texts = context.texts.setPassword;
  return layoutMail(context, texts.subject, [
    { kind: 'paragraph', text: texts.intro(context.productName) },
    { kind: 'button', label: texts.button, url: link },
    { kind: 'note', text: texts.validity },
  ]);
}

/** After a change, so that its owner hears of one that somebody else made. */
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
