import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { withoutInvisible } from '@keepsake/contract/without-invisible';
import type { MailAttachment } from '../../../providers/mail/mailer.ts';
import type { MailContext } from './mail-context.ts';
import { MailDocument, preheaderEnd } from './mail-document.ts';
import type { MailPart } from './mail-parts.ts';

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
  attachments?: MailAttachment[];
}

/**
 * One mail as HTML and as text, with the same words in both. Names that were given before invisible characters were taken out of them
 * are printed without these: they could hide a link, or turn the words around them.
 */
export function layoutMail(context: MailContext, subject: string, parts: readonly MailPart[]): RenderedMail {
  return {
    subject: withoutInvisible(subject),
    html: withoutInvisible(
      `<!doctype html>${renderToStaticMarkup(createElement(MailDocument, { context, subject, parts }))}`,
    ).replace(preheaderEnd, preheaderFiller),
    text: withoutInvisible(asText(context, parts)),
  };
}

/** What takes no room, as long as lists of mails show anything: they would go on with the greeting and the rest of the mail. */
const preheaderFiller = '&#847;&zwnj;&nbsp;&#8199;&shy;'.repeat(60);

function asText(context: MailContext, parts: readonly MailPart[]): string {
  const { layout } = context.texts;
  return [
    layout.greeting(context.readerName),
    ...parts.map(({ text }) => text).filter((text) => text !== ''),
    `${layout.closing}\n${context.productName}`,
    `-- \n${layout.support(context.supportAddress)}\n${layout.reason(context.productName)}`,
  ].join('\n\n');
}
