import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendPage } from '../../pages/page.ts';
import { isEmail, readCard, type CardForm, type Problem } from '../payments/cards.ts';
import type { Checkout } from '../checkout-context.ts';
import type { SessionRecord } from '../checkout-records.ts';
import { closedPage, payPage } from './pay-page.ts';
import { pageTexts as texts } from './page-texts.ts';
import { debitSession, paySession, type Outcome } from '../payments/pay-session.ts';

type ById = { Params: { id: string } };
type Visit = { checkout: Checkout; reply: FastifyReply; record: SessionRecord };

const assets = '/assets';
const untouched: CardForm = { email: '', number: '', expiry: '', cvc: '', name: '' };

/** The hosted payment page, at the `url` of a session. */
export function payPageRoutes(app: FastifyInstance, checkout: Checkout): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => new URLSearchParams(body),
  );

  app.get<ById>('/c/pay/:id', async (request, reply) => {
    const visit = beginVisit(checkout, request, reply);
    if (!visit) return sendUnknown(checkout, reply);
    return visit.record.session.status === 'open' ? sendForm(visit, untouched, []) : sendClosed(visit);
  });

  app.post<ById & { Body: URLSearchParams | undefined }>('/c/pay/:id', async (request, reply) => {
    const visit = beginVisit(checkout, request, reply);
    if (!visit) return sendUnknown(checkout, reply);
    const typed = readForm(request.body, visit.record);
    if (request.body?.get('method') === 'debit') return payByDebit(visit, typed, request.body.get('outcome'));
    const card = readCard(typed, new Date(checkout.now() * 1000));
    if (Array.isArray(card)) {
      return visit.record.session.status === 'open' ? sendForm(visit, typed, card) : sendClosed(visit);
    }
    const outcome = await paySession(checkout, visit.record.id, card, {
      email: typed.email.trim(),
      name: typed.name.trim(),
    });
    return sendOutcome(visit, typed, outcome);
  });
}

async function payByDebit(visit: Visit, typed: CardForm, outcome: string | null) {
  const email = typed.email.trim();
  if (!isEmail(email)) return sendForm(visit, typed, [{ field: 'email', refusal: 'email_invalid' }]);
  const wish = outcome === 'fail' ? 'fail' : 'succeed';
  const { checkout, record } = visit;
  return sendOutcome(visit, typed, await debitSession(checkout, record.id, wish, { email, name: 'Test Account' }));
}

function sendOutcome(visit: Visit, typed: CardForm, outcome: Outcome) {
  const { checkout, reply, record } = visit;
  if (outcome.kind === 'refused') return sendForm(visit, typed, [outcome.problem], true);
  if (outcome.kind === 'paid') return reply.redirect(successUrl(outcome.session) ?? '/', 303);
  return sendClosed({ ...visit, record: checkout.records.get('sessions', record.id) ?? record });
}

function beginVisit(checkout: Checkout, request: FastifyRequest<ById>, reply: FastifyReply): Visit | null {
  const record = checkout.records.get('sessions', request.params.id);
  if (!record) return null;
  return { checkout, reply, record };
}

function readForm(body: URLSearchParams | undefined, { session }: SessionRecord): CardForm {
  const value = (name: string) => (body?.get(name) ?? '').slice(0, 200);
  return {
    email: session.customer_email ?? value('email'),
    number: value('number'),
    expiry: value('expiry'),
    cvc: value('cvc'),
    name: value('name'),
  };
}

function sendForm({ checkout, reply, record }: Visit, typed: CardForm, problems: Problem[], declined = false) {
  const { productName } = checkout;
  const title = `${texts.payByCard} – ${productName}`;
  const shop = successUrl(record);
  return sendPage(reply, problems.length === 0 ? 200 : declined ? 402 : 422, {
    title: problems.length > 0 ? `${texts.errorPrefix}: ${title}` : title,
    assets,
    body: payPage({ record, productName, typed, problems, declined }),
    formTargets: shop === null ? [] : [new URL(shop).origin],
  });
}

function sendClosed({ checkout, reply, record }: Visit) {
  const { productName } = checkout;
  const reason = whyClosed(record);
  const backTo = reason === 'paid' || reason === 'underWay' ? successUrl(record) : record.session.cancel_url;
  return sendPage(reply, reason === 'expired' ? 410 : 200, {
    title: texts[`${reason}Title`],
    assets,
    body: closedPage({ reason, productName, backTo }),
  });
}

function whyClosed({ session, debit }: SessionRecord): 'paid' | 'underWay' | 'declined' | 'expired' {
  if (session.status !== 'complete') return 'expired';
  if (session.payment_status !== 'unpaid') return 'paid';
  return debit ? 'underWay' : 'declined';
}

function sendUnknown({ productName }: Checkout, reply: FastifyReply) {
  return sendPage(reply, 404, {
    title: texts.unknownTitle,
    assets,
    body: closedPage({ reason: 'unknown', productName, backTo: null }),
  });
}

/** Stripe replaces the literal placeholder only. */
function successUrl({ id, session }: SessionRecord): string | null {
  return session.success_url?.replaceAll('{CHECKOUT_SESSION_ID}', id) ?? null;
}
