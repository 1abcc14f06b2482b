import { createContext, createElement as h, useContext, type ReactElement } from 'react';
import { breakAnywhere, colours, quietType, type MailStyle } from './mail-style.ts';

/** One part of a mail, as HTML and as plain text. */
export interface MailPart {
  readonly html: ReactElement;
  readonly text: string;
}

/** A component for the HTML, with `asText` for the plain text. */
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

/** Text by somebody else, or an entry of a list. */
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

/** The call to action, with its full address below. Outlook draws the table cell as the button. */
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
  /** Content id of the attachment. */
  cid: string;
  alt: string;
  /** The address that it links to. */
  url: string;
  width: number;
  height: number;
}

/** An attached picture. The plain text leaves it out, because the text beside it says what it shows. */
export function Picture({ cid, alt, url, width, height }: PictureProps): ReactElement {
  const style: MailStyle = { display: 'block', width, maxWidth: '100%', height: 'auto', border: 0, borderRadius: 8 };
  return h(
    'p',
    { style: { margin: '0 0 8px' } },
    // Outlook for Windows reads the size only from the attributes.
    h('a', { href: webAddress(url) }, h('img', { src: `cid:${cid}`, alt, width, height, style })),
  );
}
Picture.asText = () => '';

/** @throws Error unless the address is one of a web page */
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

/** The lines of an order and their total. */
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

/** A layout table: Outlook for Windows supports widths and backgrounds only in tables. */
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
