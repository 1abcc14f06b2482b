import { html, type Html } from '../html.ts';
import { pageTexts as texts } from './page-texts.ts';

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
