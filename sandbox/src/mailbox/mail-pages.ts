import { html, type Html } from '../pages/page.ts';
import type { Mail, MailSummary } from './outbox.ts';

type ListPage = { base: string; productName: string; messages: MailSummary[]; total: number };

/** All messages, the newest first. */
export function mailListPage({ base, productName, messages, total }: ListPage): Html {
  return html`
    <main class="page medium">
      <header class="bar">
        <div>
          <p class="shop">${productName}</p>
          <h1>Mailbox</h1>
        </div>
        <a class="button secondary" href="${base}">Refresh</a>
      </header>
      <p class="quiet">
        Messages that would have gone to a mail server. They stay on this machine.
        ${messages.length < total && html`Shown are ${messages.length} of ${total}.`}
      </p>
      ${
        messages.length === 0
          ? emptyList()
          : html`<ul class="sheet rows mails">
              ${messages.map((message) => listed(base, message))}
            </ul>`
      }
    </main>
  `;
}

function emptyList(): Html {
  return html`<section class="sheet">
    <h2>No messages yet</h2>
    <p>The first one appears here when somebody registers, orders or is told that films are ready.</p>
  </section>`;
}

function listed(base: string, { id, to, subject, date }: MailSummary): Html {
  return html`<li>
    <a href="${base}/${id}">${subject || '(no subject)'}</a>
    <span class="quiet">${to}</span>
    <time class="quiet" datetime="${date}">${readable(date)}</time>
  </li>`;
}

/** One message: its headers, its links, its HTML and its plain text. */
export function mailPage({ base, productName, mail }: { base: string; productName: string; mail: Mail }): Html {
  return html`
    <main class="page medium">
      <header>
        <p class="shop"><a href="${base}">${productName} mailbox</a></p>
        <h1>${mail.subject || '(no subject)'}</h1>
      </header>
      <section class="sheet" aria-label="Message">
        <dl class="headers">
          <dt>From</dt>
          <dd>${mail.from}</dd>
          <dt>To</dt>
          <dd>${mail.to}</dd>
          <dt>Sent</dt>
          <dd><time datetime="${mail.date}">${readable(mail.date)}</time></dd>
          ${
            mail.attachments.length > 0 &&
            html`<dt>Attached</dt>
              <dd>${mail.attachments.join(', ')}</dd>`
          }
        </dl>
        ${mail.links.length > 0 && linkList(mail.links)}
      </section>
      ${mail.html !== '' && htmlPart(base, mail)} ${mail.text !== '' && textPart(mail.text, mail.html === '')}
      <p><a href="${base}/${mail.id}/raw">The message as it was sent</a></p>
    </main>
  `;
}

function linkList(links: string[]): Html {
  return html`<div>
    <h2>Links</h2>
    <ul class="rows">
      ${links.map((link) => html`<li><a href="${link}">${link}</a></li>`)}
    </ul>
  </div>`;
}

/** The frame may neither run a script nor reach this page; a click on a link in it opens in the whole window. */
function htmlPart(base: string, { id, subject }: Mail): Html {
  return html`<iframe
    class="mail-frame"
    title="${subject || 'Message'}"
    sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"
    src="${base}/${id}/html"
  ></iframe>`;
}

function textPart(text: string, alone: boolean): Html {
  return html`<details class="sheet" ${alone && html`open`}>
    <summary>Plain text</summary>
    <pre>${text}</pre>
  </details>`;
}

export function noMailPage({ base, productName }: { base: string; productName: string }): Html {
  return html`
    <main class="page narrow">
      <section class="sheet">
        <p class="shop">${productName} mailbox</p>
        <h1>There is no such message</h1>
        <a class="button" href="${base}">All messages</a>
      </section>
    </main>
  `;
}

function readable(date: string): string {
  return `${date.slice(0, 16).replace('T', ' ')} UTC`;
}
