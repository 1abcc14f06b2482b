import { createBillingoClient, type BillingoClient } from './billingo-client.ts';
import { toDocument, toPartner } from './billingo-document.ts';
import {
  blockPage,
  partnerPage,
  partnerReply,
  rateReply,
  readDocument,
  readBillingoJson,
  readLookup,
  success,
  type FoundPartner,
} from './billingo-replies.ts';
import { InvoicingError, type InvoiceIssuer, type InvoiceOrder, type Preparation } from './invoice-issuer.ts';

export interface BillingoOptions {
  apiKey: string;
  apiBase: string;
  /** The id of the document block; if missing, the account must have only one, which is looked up. */
  blockId: number | undefined;
  /** A VAT rate of Billingo's list, such as `27%` or `AAM`. */
  vat: string;
  entitlement: string | undefined;
  settleMs: number;
}

/** Billingo's API v3: partner, document, PDF. A document is reported to the tax authority at once and cannot be deleted. */
export function createBillingoIssuer({ settleMs, ...options }: BillingoOptions): InvoiceIssuer {
  const call = createBillingoClient(options);
  return {
    name: 'billingo',
    settleMs,
    find: async (reference) =>
      readLookup(await call({ method: 'GET', path: `/documents/vendor/${encodeURIComponent(reference)}` }), reference),
    prepare: async (order) => {
      const conversionRate = await rateOf(call, order);
      return {
        blockId: options.blockId ?? (await onlyBlock(call)),
        partnerId: (await findPartner(call, order)) ?? (await makePartner(call, order)),
        ...(conversionRate !== undefined && { conversionRate }),
      };
    },
    issue: async (order, preparation, { sendBefore }) => {
      const { vat, entitlement } = options;
      const body = toDocument(order, { ...readPreparation(preparation), vat, entitlement });
      return readDocument(success(await call({ method: 'POST', path: '/documents', body, sendBefore })));
    },
    pdf: async (documentId) => {
      const answer = await call({ method: 'GET', path: `/documents/${encodeURIComponent(documentId)}/download` });
      if (answer.status === 202) return { retryAfterMs: answer.retryAfterMs ?? pdfWaitMs };
      const { body, contentType } = success(answer);
      if (contentType.includes('application/pdf') && body.subarray(0, 5).toString('latin1') === '%PDF-') return body;
      throw new InvoicingError('unknown', `Billingo sent ${contentType || 'something'} instead of a PDF`);
    },
  };
}

/** Milliseconds until the next request for a PDF that is not ready. */
const pdfWaitMs = 5_000;

/** Forints per unit of the currency on the day of supply, which documents in other currencies must state. */
async function rateOf(call: BillingoClient, { currency, suppliedOn }: InvoiceOrder): Promise<number | undefined> {
  if (currency === 'HUF') return undefined;
  const query = new URLSearchParams({ from: currency, to: 'HUF', date: suppliedOn });
  const answer = success(await call({ method: 'GET', path: `/currencies?${query}` }));
  return readBillingoJson(answer, rateReply).conversation_rate;
}

async function onlyBlock(call: BillingoClient): Promise<number> {
  const answer = success(await call({ method: 'GET', path: '/document-blocks?type=invoice' }));
  const [block, ...others] = readBillingoJson(answer, blockPage).data;
  if (block && others.length === 0) return block.id;
  const found = block ? `${others.length + 1} numbering blocks` : 'no numbering block';
  throw new InvoicingError('account', `Billingo has ${found} for invoices: set BILLINGO_BLOCK_ID`);
}

const pageSize = 100;
const maxPages = 20;

/** The existing partner with exactly this data, so that none is created twice. */
async function findPartner(call: BillingoClient, order: InvoiceOrder): Promise<number | undefined> {
  for (let page = 1; page <= maxPages; page++) {
    const query = new URLSearchParams({ query: order.buyer.name, page: String(page), per_page: String(pageSize) });
    const found = readBillingoJson(success(await call({ method: 'GET', path: `/partners?${query}` })), partnerPage);
    const same = found.data.find((partner) => isSame(partner, order));
    if (same) return same.id;
    if (page >= (found.last_page ?? page)) return undefined;
  }
  return undefined;
}

function isSame(partner: FoundPartner, order: InvoiceOrder): boolean {
  const { name, taxcode, address } = toPartner(order);
  const parts = ['country_code', 'post_code', 'city', 'address'] as const;
  return (
    partner.name === name &&
    (partner.taxcode ?? '') === taxcode &&
    parts.every((part) => partner.address?.[part] === address[part])
  );
}

async function makePartner(call: BillingoClient, order: InvoiceOrder): Promise<number> {
  const answer = success(await call({ method: 'POST', path: '/partners', body: toPartner(order) }));
  return readBillingoJson(answer, partnerReply).id;
}

function readPreparation({ partnerId, blockId, conversionRate }: Preparation) {
  if (typeof partnerId !== 'number' || typeof blockId !== 'number')
    throw new InvoicingError('not_sent', 'The stored preparation is not one for Billingo');
  return { partnerId, blockId, conversionRate: typeof conversionRate === 'number' ? conversionRate : undefined };
}
