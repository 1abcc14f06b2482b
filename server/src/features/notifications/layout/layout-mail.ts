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
 * Renders a mail as HTML and as plain text with the same words. Invisible characters are removed: in names that were stored before the API removed
 * them they could hide a link or reverse the text around them.
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

/** Invisible filler after the preheader; otherwise mail programs would show the greeting as part of the preview text. */
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
