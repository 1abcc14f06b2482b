import { InvoicingError, type InvoiceLine, type InvoiceOrder } from '../../providers/invoicing/invoice-issuer.ts';
import type { IssueRow } from './issue.queries.ts';

/** What an issuer is asked for. @throws InvoicingError refused, where the lines do not add up to what was charged */
export function orderOf(issue: IssueRow): InvoiceOrder {
  const lines = issue.lines ?? [wholeAmount(issue)];
  const sum = lines.reduce((all, line) => all + line.amount, 0);
  if (sum !== issue.amount)
    throw new InvoicingError('refused', `its lines make ${sum}, but ${issue.amount} was charged`);
  return {
    reference: referenceOf(issue.id),
    language: issue.language,
    currency: issue.currency,
    total: issue.amount,
    lines,
    buyer: {
      name: issue.partnerName,
      taxNumber: issue.partnerTaxNumber,
      address: issue.partnerAddress,
      city: issue.partnerCity,
      postCode: issue.partnerPostCode,
      country: issue.partnerCountry,
    },
    orderedOn: issue.orderedOn,
    suppliedOn: issue.fulfillmentDate,
    dueOn: issue.dueDate,
  };
}

/** What an issuer knows an invoice of ours by. */
export function referenceOf(invoiceId: string): string {
  return `invoice-${invoiceId}`;
}

/** For sets paid when the lines were not kept with the invoice yet, and gone since. */
function wholeAmount({ amount }: IssueRow): InvoiceLine {
  return { kind: 'base', quantity: 1, unitPrice: amount, amount };
}
