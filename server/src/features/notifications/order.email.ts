import { consentTexts } from '@keepsake/contract/accounts/consent-texts';
import { translate } from '@keepsake/contract/translate';
import type { MailPayload, RefundedFilm } from '../journal/mail-kinds.ts';
import { agreedFilms } from './agreed-films.ts';
import type { InvoiceOfMail } from './invoice-of-mail.ts';
import { layoutMail, type RenderedMail } from './layout/layout-mail.ts';
import { longDate, money, percentage, setLink, type MailContext } from './layout/mail-context.ts';
import { Button, Paragraph, part, Quote, Sums, type MailPart } from './layout/mail-parts.ts';

type Order = MailPayload<'order-confirmed'>;

/** What was bought and paid, with the invoice and the exact texts of both consents. */
export function orderConfirmedEmail(
  context: MailContext,
  order: Order,
  set: { id: string | null; invoice: InvoiceOfMail },
): RenderedMail {
  const texts = context.texts.orderConfirmed;
  const mail = layoutMail(context, texts.subject, [
    part(Paragraph, { text: order.amount === 0 ? texts.introFree : texts.intro }),
    part(Sums, {
      rows: order.lines.map((line) => ({
        label: lineLabel(context, line, order),
        value: money(context, line.amount, order.currency),
      })),
      total: { label: texts.total, value: money(context, order.amount, order.currency) },
    }),
    ...agreedFilms(context, order.agreed),
    part(Paragraph, { text: texts.next }),
    ...invoiceParts(context, set.invoice),
    part(Button, { label: texts.button, url: setLink(context, set.id) }),
    ...consentParts(context, order),
  ]);
  return { ...mail, attachments: attachmentsOf(set.invoice) };
}

function invoiceParts({ texts: { orderConfirmed } }: MailContext, invoice: InvoiceOfMail): MailPart[] {
  if (!invoice) return [];
  const text = invoice === 'follows' ? orderConfirmed.invoiceFollows : orderConfirmed.invoiceAttached(invoice.number);
  return [part(Paragraph, { text })];
}

function attachmentsOf(invoice: InvoiceOfMail): NonNullable<RenderedMail['attachments']> {
  if (!invoice || invoice === 'follows') return [];
  const name = invoice.number.replaceAll(/[^A-Za-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
  return [{ filename: `${name}.pdf`, contentType: 'application/pdf', content: invoice.pdf }];
}

/** A delayed payment has failed; the set is kept and can be paid again. */
export function paymentFailedEmail(context: MailContext, bucketId: string | null): RenderedMail {
  const texts = context.texts.paymentFailed;
  return layoutMail(context, texts.subject, [
    part(Paragraph, { text: texts.intro }),
    part(Paragraph, { text: texts.again }),
    part(Button, { label: context.texts.unpaidReminder.button, url: setLink(context, bucketId) }),
  ]);
}

/** A refund was made: its amount, its films, and whether they are kept. @param setId null if the set was deleted */
export function refundMadeEmail(
  context: MailContext,
  refund: MailPayload<'refund-made'>,
  setId: string | null,
): RenderedMail {
  const { refundMade: texts, orderConfirmed } = context.texts;
  const films = refund.films.map((film) => refundedFilm(context, film));
  const gone = refund.scope === 'films' ? texts.filmsGone : texts.allGone;
  return layoutMail(context, texts.subject, [
    part(Paragraph, { text: texts.intro(money(context, refund.amount, refund.currency)) }),
    part(Paragraph, { text: texts.arrives }),
    ...(films.length > 0 ? [part(Paragraph, { text: texts.films })] : []),
    ...films.map((text) => part(Quote, { text })),
    ...(setId === null ? [] : [part(Paragraph, { text: refund.filmsGo ? gone : texts.filmsStay })]),
    part(Button, { label: orderConfirmed.button, url: setLink(context, setId) }),
  ]);
}

function refundedFilm({ texts, language }: MailContext, film: RefundedFilm): string {
  const { photo, action, number, standIn, isAgreed } = film;
  const name = texts.filmsReady.film(translate(action, language), number, photo);
  if (standIn === undefined) return name;
  return isAgreed ? texts.asAgreed([name], standIn) : texts.shows([name], standIn);
}

/** The customer's bank has returned a refund that an earlier mail announced. @param setId null if the set was deleted */
export function refundFailedEmail(
  context: MailContext,
  { amount, currency }: MailPayload<'refund-failed'>,
  setId: string | null,
): RenderedMail {
  const { refundFailed: texts, orderConfirmed } = context.texts;
  return layoutMail(context, texts.subject, [
    part(Paragraph, { text: texts.intro(money(context, amount, currency)) }),
    part(Paragraph, { text: texts.next }),
    part(Button, { label: orderConfirmed.button, url: setLink(context, setId) }),
  ]);
}

function lineLabel(context: MailContext, line: Order['lines'][number], order: Order): string {
  const labels = context.texts.orderConfirmed.lines;
  switch (line.kind) {
    case 'base':
    case 'variants':
      return labels[line.kind](line.quantity, money(context, line.unitPrice ?? 0, order.currency));
    default:
      return labels[line.kind](percentage(context, line.percent ?? 0));
  }
}

function consentParts(context: MailContext, order: Order): MailPart[] {
  const [first] = order.consents;
  if (!first) return [];
  return [
    part(Paragraph, { text: context.texts.orderConfirmed.consents(longDate(context, new Date(first.givenAt))) }),
    ...order.consents.map((consent) => part(Quote, { text: consentText(consent) })),
  ];
}

function consentText(consent: Order['consents'][number]): string {
  const texts = consentTexts[consent.textVersion]?.[consent.language];
  if (!texts) throw new Error(`No consent text of version ${consent.textVersion}`);
  return consent.kind === 'guidelines' ? texts.guidelines : texts.finalSale;
}
