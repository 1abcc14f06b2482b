import { html, type Html } from '../../pages/page.ts';
import type { SessionRecord } from '../checkout-records.ts';
import { formatAmount } from '../money.ts';
import { debitAmong, type DebitOutcome } from '../payments/bank-debit.ts';
import { type CardForm, type Field, type Problem, testCards } from '../payments/cards.ts';
import { pageTexts as texts } from './page-texts.ts';

type PayPage = {
  record: SessionRecord;
  productName: string;
  /** What was typed before; the CVC is never shown again. */
  typed: CardForm;
  problems: Problem[];
  declined: boolean;
};

/** The payment form of an open session: the order on one side, the card on the other. */
export function payPage(page: PayPage): Html {
  return html`
    <header class="notice">${texts.notice}</header>
    <main class="page checkout">${order(page)} ${cardForm(page)}</main>
  `;
}

function order({ record, productName }: PayPage): Html {
  const { session, lineItems } = record;
  const money = (amount: number) => formatAmount(amount, session.currency);
  return html`<section class="sheet order" aria-labelledby="order-title">
    <p class="shop">${productName}</p>
    <h1 id="order-title">${texts.order}</h1>
    <ul class="rows">
      ${lineItems.map(
        (item) =>
          html`<li>
            <div>
              <p>${item.description}</p>
              ${
                (item.quantity ?? 1) > 1 &&
                html`<p class="quiet">${item.quantity} × ${money(item.price.unit_amount ?? 0)}</p>`
              }
            </div>
            <span class="money">${money(item.amount_total)}</span>
          </li>`,
      )}
    </ul>
    <p class="total"><span>${texts.total}</span> <span class="money">${money(session.amount_total)}</span></p>
  </section>`;
}

function cardForm(page: PayPage): Html {
  const { record, typed, problems } = page;
  const { session } = record;
  const field = (name: Field, label: string, extra: Html) => textField({ name, label, extra, typed, problems });
  return html`<section class="sheet" aria-labelledby="card-title">
    <div>
      <h2 id="card-title">${texts.payByCard}</h2>
      <p class="quiet">${texts.useTestCard(testCards[0]?.number ?? '')}</p>
    </div>
    ${problems.length > 0 && problemSummary(page)}
    <form method="post" novalidate>
      ${
        session.customer_email === null
          ? field('email', texts.email, html`type="email" autocomplete="email"`)
          : html`<dl>
              <dt>${texts.email}</dt>
              <dd class="quiet">${session.customer_email}</dd>
            </dl>`
      }
      ${field('number', texts.number, html`inputmode="numeric" autocomplete="cc-number"`)}
      <div class="pair">
        ${field('expiry', texts.expiry, html`inputmode="numeric" autocomplete="cc-exp"`)}
        ${field('cvc', texts.cvc, html`inputmode="numeric" autocomplete="cc-csc" maxlength="4"`)}
      </div>
      ${field('name', texts.name, html`autocomplete="cc-name"`)}
      <div class="pay-bar">
        <p class="money">${formatAmount(session.amount_total, session.currency)}</p>
        <button type="submit">${texts.pay}</button>
      </div>
    </form>
    ${session.cancel_url !== null && html`<a class="cancel" href="${session.cancel_url}">${texts.cancel}</a>`}
    ${testCardList()} ${debitForm(page)}
  </section>`;
}

/** The other payment method, if the session offers one: a delayed one. */
function debitForm({ record: { session }, typed }: PayPage): Html | null {
  if (debitAmong(session.payment_method_types) === null) return null;
  const outcomes: DebitOutcome[] = ['succeed', 'fail'];
  return html`<details>
    <summary>${texts.payByDebit}</summary>
    <p class="quiet">${texts.debitHint}</p>
    <form method="post">
      <input type="hidden" name="method" value="debit" />
      ${
        session.customer_email === null &&
        html`<div class="field">
          <label for="debit-email">${texts.email}</label>
          <input id="debit-email" name="email" type="email" autocomplete="email" required value="${typed.email}" />
        </div>`
      }
      <fieldset>
        <legend>${texts.debitOutcome}</legend>
        ${outcomes.map(
          (outcome) =>
            html`<label class="choice">
              <input type="radio" name="outcome" value="${outcome}" ${outcome === 'succeed' && html`checked`} />
              ${texts.debitOutcomes[outcome]}
            </label>`,
        )}
      </fieldset>
      <div class="pay-bar"><button type="submit">${texts.payDebit}</button></div>
    </form>
  </details>`;
}

/** Focused after a refused payment, so that screen readers and keyboard users meet it first. */
function problemSummary({ problems, declined }: PayPage): Html {
  return html`<div class="problems" role="alert" tabindex="-1" autofocus aria-labelledby="problems-title">
    <h2 id="problems-title">${declined ? texts.declinedTitle : texts.problemsTitle}</h2>
    <ul>
      ${problems.map(({ field, refusal }) => html`<li><a href="#${field}">${texts.refusals[refusal]}</a></li>`)}
    </ul>
    <p>${texts.nothingCharged}</p>
  </div>`;
}

type FieldParts = {
  name: Field;
  label: string;
  extra: Html;
  typed: CardForm;
  problems: Problem[];
};

function textField({ name, label, extra, typed, problems }: FieldParts): Html {
  const problem = problems.find(({ field }) => field === name);
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      required
      value="${name === 'cvc' ? '' : typed[name]}"
      ${extra}
      ${problem && html`aria-invalid="true" aria-describedby="${name}-error"`}
    />
    ${problem && html`<p class="field-error" id="${name}-error">${texts.refusals[problem.refusal]}</p>`}
  </div>`;
}

function testCardList(): Html {
  return html`<details>
    <summary>${texts.testCards}</summary>
    ${testCardTable()}
  </details>`;
}

/** Each test card and what it leads to. */
export function testCardTable(): Html {
  return html`<p class="quiet">${texts.testCardsHint}</p>
    <table>
      ${testCards.map(
        ({ number, refusal }) =>
          html`<tr>
            <th scope="row" class="card-number">${number}</th>
            <td>${refusal === null ? texts.succeeds : texts.refusals[refusal]}</td>
          </tr>`,
      )}
    </table>`;
}

type ClosedPage = {
  reason: 'paid' | 'underWay' | 'declined' | 'expired' | 'unknown';
  productName: string;
  /** Where the person goes from here. */
  backTo: string | null;
};

/** Instead of the payment form, when there is nothing to pay at this address. */
export function closedPage({ reason, productName, backTo }: ClosedPage): Html {
  const words = {
    paid: [texts.paidTitle, texts.paidText],
    underWay: [texts.underWayTitle, texts.underWayText],
    declined: [texts.declinedTitle, texts.nothingCharged],
    expired: [texts.expiredTitle, texts.expiredText],
    unknown: [texts.unknownTitle, texts.unknownText],
  }[reason];
  return html`
    <header class="notice">${texts.notice}</header>
    <main class="page narrow">
      <section class="sheet">
        <p class="shop">${productName}</p>
        <h1>${words[0]}</h1>
        <p>${words[1]}</p>
        ${backTo !== null && html`<a class="button" href="${backTo}">${texts.backTo(productName)}</a>`}
      </section>
    </main>
  `;
}
