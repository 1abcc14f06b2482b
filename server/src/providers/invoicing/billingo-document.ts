import { roundToStep, toMajor } from '@keepsake/contract/orders/money';
import type { Language } from '@keepsake/contract/primitives';
import type { InvoiceOrder } from './invoice-issuer.ts';
import { invoiceTexts } from './texts/invoice-texts.ts';

/** Those of our languages that Billingo supports; customers with another one get English. */
const languages: Partial<Record<Language, string>> = { en: 'en', hu: 'hu', de: 'de', fr: 'fr' };

export function toPartner({ buyer }: InvoiceOrder) {
  const { name, taxNumber, country, postCode, city, address } = buyer;
  return {
    name,
    address: { country_code: country, post_code: postCode, city, address },
    taxcode: toTaxCode(taxNumber, country),
    tax_type: taxNumber ? (country === 'HU' ? 'HAS_TAX_NUMBER' : 'FOREIGN') : 'NO_TAX_NUMBER',
  };
}

/** Hungarian numbers in the only form that Billingo accepts, `12345678-1-41`. */
function toTaxCode(taxNumber: string | null, country: string): string {
  const digits = (taxNumber ?? '').replaceAll(/\D/g, '');
  if (country !== 'HU' || digits.length !== 11) return taxNumber ?? '';
  return `${digits.slice(0, 8)}-${digits.slice(8, 9)}-${digits.slice(9)}`;
}

export interface DocumentTerms {
  partnerId: number;
  blockId: number;
  /** Forints for one unit of the currency; left out for forints. */
  conversionRate: number | undefined;
  vat: string;
  entitlement: string | undefined;
}

export function toDocument(order: InvoiceOrder, terms: DocumentTerms) {
  const { reference, suppliedOn, dueOn, currency } = order;
  return {
    vendor_id: reference,
    partner_id: terms.partnerId,
    block_id: terms.blockId,
    type: 'invoice',
    fulfillment_date: suppliedOn,
    due_date: dueOn,
    payment_method: 'bankcard',
    language: languages[order.language] ?? 'en',
    currency,
    ...(terms.conversionRate !== undefined && { conversion_rate: terms.conversionRate }),
    electronic: true,
    paid: true,
    items: positiveItems(order).map(({ name, amount }) => ({
      name,
      unit_price: toMajor(amount, currency),
      unit_price_type: 'gross',
      quantity: 1,
      unit: order.language === 'hu' ? 'db' : 'pcs',
      vat: terms.vat,
      ...(terms.entitlement !== undefined && { entitlement: terms.entitlement }),
    })),
    settings: { round: 'none', should_send_email: false },
  };
}

/** Two items, photos and further films, with discounts deducted, in whole steps of the currency; they add up to the total exactly. */
function positiveItems({ lines, total, currency, language }: InvoiceOrder): { name: string; amount: number }[] {
  const texts = invoiceTexts[languages[language] ? language : 'en'];
  const sum = (...kinds: string[]) =>
    lines.filter(({ kind }) => kinds.includes(kind)).reduce((all, { amount }) => all + amount, 0);
  const count = (kind: string) => lines.find((line) => line.kind === kind)?.quantity ?? 0;
  const base = sum('base', 'volume_discount');
  const further = sum('variants', 'variant_discount');
  const photos = base + further === 0 ? 0 : roundToStep((total * base) / (base + further), currency);
  return [
    { name: `${texts.photos} (${count('base')})`, amount: photos },
    { name: `${texts.furtherFilms} (${count('variants')})`, amount: total - photos },
  ].filter(({ amount }) => amount > 0);
}
