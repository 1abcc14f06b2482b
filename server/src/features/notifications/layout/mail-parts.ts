import { createContext, createElement as h, useContext, type ReactElement } from 'react';
import { breakAnywhere, colours, quietType, type MailStyle } from './mail-style.ts';

/** One part of a mail in its two forms, which say the same. */
export interface MailPart {
  readonly html: ReactElement;
  readonly text: string;
}

/** A component with two renderings: HTML, and plain text by `asText`. */
interface PartComponent<P> {
  (props: P): ReactElement;
  asText(props: P): string;
}

/** `createElement` for parts of mails. */
export function part<P extends object>(component: PartComponent<P>, props: P): MailPart {
  return { html: h(component, props), text: component.asText(props) };
}

interface Words {
  text: string;
}

export function Paragraph({ text }: Words): ReactElement {
  return h('p', { style: { margin: '0 0 16px' } }, text);
}
Paragraph.asText = ({ text }: Words) => text;

/** Secondary information, in smaller type. */
export function Note({ text }: Words): ReactElement {
  return h('p', { className: 'quiet', style: { ...quietType, margin: '0 0 16px' } }, text);
}
Note.asText = ({ text }: Words) => text;

/** Words that somebody else gave, or one entry of a list. */
export function Quote({ text }: Words): ReactElement {
  const style = { ...breakAnywhere, margin: '0 0 12px', padding: '12px 16px', borderRadius: 8 };
  return h('p', { className: 'sunken', style: { ...style, backgroundColor: colours.sunken } }, text);
}
Quote.asText = ({ text }: Words) => `> ${text}`;

/** The sentence above a button's URL, for mail programs in which the button does not work. */
export const LinkFallback = createContext('');

interface Link {
  label: string;
  url: string;
}

/** The one thing to do, with its address in full. The cell is what Outlook draws as a button. */
export function Button({ label, url }: Link): ReactElement {
  const cell: MailStyle = {
    backgroundColor: colours.brand,
    borderRadius: 999,
    textAlign: 'center',
    msoPaddingAlt: '14px 28px',
  };
  const link: MailStyle = { display: 'inline-block', padding: '14px 28px', color: '#FFFFFF', textDecoration: 'none' };
  const anchor = h(
    'a',
    { className: 'on-button', href: webAddress(url), style: { ...link, fontWeight: 600, lineHeight: 1.3 } },
    label,
  );
  return h(
    'div',
    null,
    h(Table, { style: { margin: '24px 0' } }, h('tr', null, h('td', { className: 'button', style: cell }, anchor))),
    h(
      'p',
      { className: 'quiet', style: { ...quietType, ...breakAnywhere, margin: '0 0 16px' } },
      useContext(LinkFallback),
      h('br'),
      url,
    ),
  );
}
Button.asText = ({ label, url }: Link) => `${label}:\n${url}`;

interface PictureProps {
  /** Content id of the attachment that it is. */
  cid: string;
  alt: string;
  /** Where a press on it leads. */
  url: string;
  width: number;
  height: number;
}

/** A picture that is attached to the mail. The plain text goes without: what the picture shows is said beside it. */
export function Picture({ cid, alt, url, width, height }: PictureProps): ReactElement {
  const style: MailStyle = { display: 'block', width, maxWidth: '100%', height: 'auto', border: 0, borderRadius: 8 };
  return h(
    'p',
    { style: { margin: '0 0 8px' } },
    // Outlook for Windows takes the size from the attributes alone.
    h('a', { href: webAddress(url) }, h('img', { src: `cid:${cid}`, alt, width, height, style })),
  );
}
Picture.asText = () => '';

/** A link in a mail leads to a web page and to nothing else. */
function webAddress(url: string): string {
  if (!/^https?:\/\//.test(url)) throw new Error('A mail may only link to http and https addresses');
  return url;
}

interface Sum {
  label: string;
  value: string;
}

interface SumsProps {
  rows: Sum[];
  total: Sum;
}

/** What was bought, and what it came to. */
export function Sums({ rows, total }: SumsProps): ReactElement {
  const row = ({ label, value }: Sum, fontWeight: number) => {
    const cell: MailStyle = { padding: '8px 0', borderBottom: `1px solid ${colours.line}`, fontWeight };
    return h(
      'tr',
      null,
      h('th', { className: 'line', scope: 'row', style: { ...cell, textAlign: 'left' } }, label),
      h(
        'td',
        { className: 'line', style: { ...cell, paddingLeft: 16, textAlign: 'right', whiteSpace: 'nowrap' } },
        value,
      ),
    );
  };
  return h(
    'table',
    { width: '100%', cellPadding: 0, cellSpacing: 0, style: { margin: '0 0 16px' } },
    h('tbody', null, ...rows.map((sum) => row(sum, 400)), row(total, 600)),
  );
}
Sums.asText = ({ rows, total }: SumsProps) =>
  [...rows, total].map(({ label, value }) => `${label}: ${value}`).join('\n');

/** A table that only places what is in it, which is how Outlook for Windows learns of widths and backgrounds. */
export function Table({ children, ...props }: TableProps): ReactElement {
  return h('table', { role: 'presentation', cellPadding: 0, cellSpacing: 0, ...props }, h('tbody', null, children));
}

interface TableProps {
  children?: ReactElement | ReactElement[];
  className?: string;
  width?: number | string;
  align?: 'center';
  style?: MailStyle;
}
