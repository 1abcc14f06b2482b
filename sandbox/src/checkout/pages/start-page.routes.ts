import type { FastifyInstance } from 'fastify';
import { html, type Html, sendPage } from '../../pages/page.ts';
import type { Checkout } from '../checkout-context.ts';
import { newestFirst, type SessionRecord } from '../checkout-records.ts';
import { formatAmount } from '../money.ts';
import { pageTexts as texts } from './page-texts.ts';
import { testCardTable } from './pay-page.ts';

const shownSessions = 20;

export function startPageRoutes(app: FastifyInstance, checkout: Checkout): void {
  app.get('/', async (_request, reply) => {
    const sessions = newestFirst(checkout.records.all('sessions')).slice(0, shownSessions);
    return sendPage(reply, 200, {
      title: `Checkout sandbox – ${checkout.productName}`,
      assets: '/assets',
      body: startPage({
        productName: checkout.productName,
        sessions: isOnThisMachine(checkout.publicUrl) ? sessions : null,
      }),
    });
  });
}

/** Orders are listed only if the server is reached on this machine. */
function isOnThisMachine(publicUrl: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(publicUrl).hostname);
}

type StartPage = {
  productName: string;
  /** The newest sessions; null where strangers may see this page. */
  sessions: SessionRecord[] | null;
};

/** The page at the root of the sandbox. */
function startPage({ productName, sessions }: StartPage): Html {
  return html`
    <header class="notice">${texts.notice}</header>
    <main class="page">
      <section class="sheet">
        <p class="shop">${productName}</p>
        <h1>Checkout sandbox</h1>
        <p>
          This server stands in for Stripe: it speaks Stripe's API and shows a payment page, and it never reaches a
          bank. Orders of the shop lead here by themselves; there is nothing to set up.
        </p>
      </section>
      <section class="sheet">
        <h2>${texts.testCards}</h2>
        ${testCardTable()}
      </section>
      ${sessions !== null && sessionList(sessions)}
    </main>
  `;
}

function sessionList(sessions: SessionRecord[]): Html {
  return html`<section class="sheet">
    <h2>Latest checkouts</h2>
    ${sessions.length === 0 && html`<p class="quiet">None yet. The first appears when an order goes to payment.</p>`}
    <ul class="rows spread">
      ${sessions.map(
        ({ id, session }) =>
          html`<li>
            <p>
              <span class="state state-${session.status}">${session.status}</span> ·
              ${formatAmount(session.amount_total, session.currency)} ·
              <time>${new Date(session.created * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC</time>
            </p>
            <a href="/c/pay/${id}">${id.slice(0, 24)}…</a>
          </li>`,
      )}
    </ul>
  </section>`;
}
