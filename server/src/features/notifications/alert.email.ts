import { layoutMail, type MailContext, type RenderedMail } from './mail-layout.ts';

/** What an administrator has to act on. */
export function adminAlertEmail(context: MailContext, text: string): RenderedMail {
  const texts = context.texts.adminAlert;
  return layoutMail(context, texts.subject(context.productName), [
    { kind: 'paragraph', text: texts.intro },
    { kind: 'quote', text },
    { kind: 'button', label: texts.button, url: `${context.publicUrl}/admin` },
  ]);
}
