import { createElement as h, type ComponentProps, type ReactElement } from 'react';
import type { MailContext } from './mail-context.ts';
import { LinkFallback, Paragraph, Table, type MailPart } from './mail-parts.ts';
import { breakAnywhere, colours, styleSheet, quietType, serif, type } from './mail-style.ts';

interface DocumentProps {
  context: MailContext;
  subject: string;
  parts: readonly MailPart[];
}

/** The whole document. 560 pixels wide, narrower on small screens; Outlook ignores `max-width` and takes the `width` attribute. */
export function MailDocument({ context, subject, parts }: DocumentProps): ReactElement {
  const { language, productName } = context;
  const page = h(
    Table,
    { className: 'paper', width: '100%', style: { tableLayout: 'fixed', backgroundColor: colours.paper } },
    row(
      { align: 'center', style: { padding: '24px 12px' } },
      h(
        Table,
        { width: 560, align: 'center', style: { ...breakAnywhere, tableLayout: 'fixed', maxWidth: '100%' } },
        h(Brand, { productName }),
        h(Letter, { context, subject, parts }),
        h(Foot, { context }),
      ),
    ),
  );
  return h(
    'html',
    { lang: language },
    h(Head, { subject }),
    h(
      'body',
      { className: 'paper', style: { margin: 0, padding: 0, backgroundColor: colours.paper } },
      h(Preheader, { text: parts[0]?.text ?? '' }),
      h('div', { role: 'article', 'aria-label': subject, lang: language }, page),
    ),
  );
}

function Head({ subject }: { subject: string }): ReactElement {
  const meta = (name: string, content: string) => h('meta', { name, content });
  return h(
    'head',
    null,
    h('meta', { charSet: 'utf-8' }),
    meta('viewport', 'width=device-width, initial-scale=1'),
    meta('color-scheme', 'light dark'),
    meta('supported-color-schemes', 'light dark'),
    // Otherwise mail programs turn dates and amounts into links.
    meta('format-detection', 'telephone=no, date=no, address=no, email=no, url=no'),
    h('title', null, subject),
    h('style', null, styleSheet),
  );
}

/** The preview text that mail programs show after the subject. Without it they show the name of the product and the subject again. */
function Preheader({ text }: { text: string }): ReactElement {
  const style = { display: 'none', msoHide: 'all', maxHeight: 0, maxWidth: 0, overflow: 'hidden', opacity: 0 };
  return h('div', { style }, text, h('wbr'));
}

/** The markup after the preheader's text; it occurs once in a mail. */
export const preheaderEnd = '<wbr/>';

function Brand({ productName }: { productName: string }): ReactElement {
  const style = { ...type, padding: '0 0 16px', color: colours.brand, fontFamily: serif, fontSize: '24px' };
  return row({ className: 'brand', style: { ...style, fontWeight: 600 } }, productName);
}

function Letter({ context, subject, parts }: DocumentProps): ReactElement {
  const { layout } = context.texts;
  const heading = { margin: '0 0 16px', fontFamily: serif, fontSize: '24px', lineHeight: 1.3, fontWeight: 600 };
  return row(
    {
      className: 'surface ink inset',
      style: { ...type, padding: 24, backgroundColor: colours.surface, borderRadius: 14 },
    },
    h('h1', { style: heading }, subject),
    h(Paragraph, { text: layout.greeting(context.readerName) }),
    h(LinkFallback, { value: layout.linkFallback }, ...parts.map(({ html }) => html)),
    h('p', { style: { margin: '24px 0 0' } }, layout.closing, h('br'), context.productName),
  );
}

function Foot({ context: { texts, productName, supportAddress } }: { context: MailContext }): ReactElement {
  return row(
    { className: 'quiet inset', style: { ...quietType, padding: '16px 24px' } },
    h('p', { style: { margin: '0 0 8px' } }, texts.layout.support(supportAddress)),
    h('p', { style: { margin: 0 } }, texts.layout.reason(productName)),
  );
}

function row(cell: ComponentProps<'td'>, ...content: (ReactElement | string)[]): ReactElement {
  return h('tr', null, h('td', cell, ...content));
}
