import { createElement as h, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { languages, type Language } from '@keepsake/contract/primitives';
import type { RenderedMail } from '../layout/layout-mail.ts';
import { contextIn, mailFixtures, type WordedKind } from './mail-fixtures.ts';

export const mailKinds = Object.keys(mailFixtures) as WordedKind[];

/** The list of mails: every kind, with its languages. */
export function listPage(): string {
  const rows = mailKinds.map((kind) =>
    h(
      'tr',
      { key: kind },
      h('th', { scope: 'row' }, kind),
      ...languages.map((language) => h('td', null, h('a', { href: `/${kind}/${language}` }, language))),
    ),
  );
  return page('Mails', h('h1', null, 'Mails'), h('table', null, h('tbody', null, rows)));
}

interface Shown {
  kind: WordedKind;
  language: Language;
  dark: boolean;
}

/** One kind in one language: every variant in the width of a phone and of a computer, and as plain text. */
export function mailPage({ kind, language, dark }: Shown): string {
  const scheme = dark ? '?dark' : '';
  const otherLanguages = languages.map((other) =>
    h('a', { key: other, href: `/${kind}/${other}${scheme}`, 'aria-current': other === language }, other),
  );
  const links = h(
    'nav',
    null,
    h('a', { href: '/' }, 'All mails'),
    ...otherLanguages,
    h('a', { href: `/${kind}/${language}${dark ? '' : '?dark'}` }, dark ? 'light' : 'dark'),
  );
  const forms = Object.entries(mailFixtures[kind]).map(([name, render]) => {
    const mail = render(contextIn(language));
    const { subject, text } = mail;
    const html = withPictures(mail);
    const frames = [390, 600].map((width) =>
      h('iframe', {
        key: width,
        title: `${name}, ${width} pixels`,
        width,
        sandbox: '',
        srcDoc: inScheme(html, dark),
      }),
    );
    return h(
      'section',
      { key: name },
      h('h2', null, name),
      h('p', null, 'Subject: ', h('strong', null, subject)),
      h('div', { className: 'forms' }, ...frames, h('pre', null, text)),
    );
  });
  return page(`${kind} (${language})`, links, h('h1', null, kind), ...forms);
}

/** Inlines attached pictures, as a mail program shows them. */
function withPictures({ html, attachments = [] }: RenderedMail): string {
  return attachments.reduce(
    (page, { cid, contentType, content }) =>
      cid === undefined
        ? page
        : page.replaceAll(`cid:${cid}`, `data:${contentType};base64,${content.toString('base64')}`),
    html,
  );
}

/** The mail in light or dark mode, whatever the browser prefers. */
function inScheme(html: string, dark: boolean): string {
  return html.replace('@media (prefers-color-scheme: dark)', dark ? '@media all' : '@media not all');
}

const styleSheet = `
body { margin: 24px; font: 16px/1.5 system-ui, sans-serif; }
th { padding: 4px 24px 4px 0; text-align: left; font-weight: 400; }
nav a, td a { margin-right: 16px; }
nav a[aria-current=true] { font-weight: 700; text-decoration: none; }
.forms { display: flex; gap: 24px; overflow-x: auto; align-items: flex-start; }
iframe { flex: none; height: 900px; border: 1px solid gray; resize: vertical; }
pre { flex: none; width: 480px; margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
`;

/** When the connection is restored, the server was restarted because a file has changed. */
const reload = `
let connected = false;
new EventSource('/changes').onopen = () => {
  if (connected) location.reload();
  connected = true;
};
`;

function page(title: string, ...content: ReactElement[]): string {
  const head = h(
    'head',
    null,
    h('meta', { charSet: 'utf-8' }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('title', null, title),
    h('link', { rel: 'icon', href: 'data:,' }),
    h('style', null, styleSheet),
  );
  const body = h('body', null, ...content, h('script', null, reload));
  return `<!doctype html>${renderToStaticMarkup(h('html', { lang: 'en' }, head, body))}`;
}
