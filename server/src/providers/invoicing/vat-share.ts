import { roundToStep } from '@keepsake/contract/money';
import type { Currency } from '@keepsake/contract/primitives';

/** Splits a price that contains VAT; both parts are whole steps of the currency and add up to it. Minor units. */
export function vatShare(total: number, percent: number, currency: Currency): { net: number; vat: number } {
  const vat = roundToStep((total * percent) / (100 + percent), currency);
  return { net: total - vat, vat };
}
