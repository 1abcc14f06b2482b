import { limits } from '@keepsake/contract/limits';
import { layoutMail, type MailContext, type RenderedMail } from './mail-layout.ts';

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

/** To the owner of an address with which somebody tried to register again. */
export function accountExistsEmail(context: MailContext): RenderedMail {
  const texts = context.texts.accountExists;
  return layoutMail(context, texts.subject, [
    { kind: 'paragraph', text: texts.intro(context.productName) },
    { kind: 'paragraph', text: texts.forgotten },
    { kind: 'button', label: texts.button, url: `${context.publicUrl}/login` },
    { kind: 'note', text: texts.otherwise },
  ]);
}

/** The file that the customer asked for can be downloaded, from the profile alone: the mail itself opens nothing. */
export function dataExportReadyEmail(context: MailContext): RenderedMail {
  const texts = context.texts.dataExportReady;
  return layoutMail(context, texts.subject, [
    { kind: 'paragraph', text: texts.intro(context.productName) },
    { kind: 'button', label: texts.button, url: `${context.publicUrl}/profile` },
    { kind: 'note', text: texts.kept(limits.dataExportDays) },
  ]);
}
