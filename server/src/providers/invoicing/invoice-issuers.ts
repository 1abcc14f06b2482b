import type { Config } from '../../config.ts';
import type { Db } from '../../platform/database/db.ts';
import { createBillingoIssuer } from './billingo-issuer.ts';
import type { Seller } from './register.queries.ts';
import { InvoicingError, type InvoiceIssuer, type IssuerName } from './invoice-issuer.ts';
import { createOwnIssuer } from './own-issuer.ts';

export interface InvoiceIssuers {
  /** The issuer of new invoices: Billingo if its key is set, else the product itself. */
  readonly current: InvoiceIssuer;
  /** The issuer that began an invoice must finish it. @throws InvoicingError account, if its settings were removed */
  named(name: IssuerName): InvoiceIssuer;
}

export function createInvoiceIssuers(config: Config, given: { db: Db; sandboxCheckout: boolean }): InvoiceIssuers {
  const own = createOwnIssuer({
    db: given.db,
    seller: sellerOf(config, given.sandboxCheckout),
    vat: { percent: config.SELLER_VAT_PERCENT, note: config.SELLER_VAT_NOTE ?? null },
    prefix: config.INVOICE_PREFIX,
    timeZone: config.SELLER_TIME_ZONE,
  });
  const billingo = config.BILLINGO_API_KEY
    ? createBillingoIssuer({
        apiKey: config.BILLINGO_API_KEY,
        apiBase: config.BILLINGO_API_BASE ?? 'https://api.billingo.hu/v3',
        blockId: config.BILLINGO_BLOCK_ID,
        vat: config.BILLINGO_VAT,
        entitlement: config.BILLINGO_ENTITLEMENT,
        settleMs: config.RECONCILE_WAIT_MS,
      })
    : undefined;
  return {
    current: billingo ?? own,
    named: (name) => {
      if (name === 'own') return own;
      if (billingo) return billingo;
      throw new InvoicingError('account', 'BILLINGO_API_KEY is not set, but Billingo has begun invoices');
    },
  };
}

/** Whether the prices contain VAT, as the invoices will say. Billingo names rates without VAT by letters ("AAM"). */
export function pricesIncludeVat(config: Config): boolean {
  const percent = config.BILLINGO_API_KEY ? Number.parseFloat(config.BILLINGO_VAT) : config.SELLER_VAT_PERCENT;
  return percent > 0;
}

/** The seller. Without settings it is an obvious sample; so it is if no card is charged. */
function sellerOf(config: Config, isTest: boolean): Seller {
  return {
    name: config.SELLER_NAME ?? `${config.PRODUCT_NAME} (no real seller)`,
    address: config.SELLER_ADDRESS ?? '-',
    taxNumber: config.SELLER_TAX_NUMBER ?? '-',
    email: config.SUPPORT_EMAIL,
    brand: config.PRODUCT_NAME,
    isSample: isTest || !config.SELLER_NAME || !config.SELLER_ADDRESS || !config.SELLER_TAX_NUMBER,
  };
}
