import type { Currency } from '../primitives.ts';

/**
 * Minor units per major unit, at the payment provider and in our tables. Not the same as the decimals shown: forints
 * are charged in hundredths and shown whole.
 */
export const minorPerMajor: Record<Currency, number> = { USD: 100, EUR: 100, GBP: 100, HUF: 100 };

/** Decimals shown to people. */
export const decimals: Record<Currency, number> = { USD: 2, EUR: 2, GBP: 2, HUF: 0 };

/** Smallest step of a price in minor units: whole forints, whole cents. */
export const minorStep: Record<Currency, number> = { USD: 1, EUR: 1, GBP: 1, HUF: 100 };

/** Smallest charge of a card, in minor units (the payment provider's minimums). */
export const minimumCharge: Record<Currency, number> = { USD: 50, EUR: 50, GBP: 30, HUF: 17500 };

/** Largest amount of one order, in minor units: far above any realistic one, and within the range of our columns. */
export const maximumCharge = 2_000_000_000;

/** Decimal amount of the API → integer minor units, rounded half away from zero to the currency's step. */
export function toMinor(amount: number, currency: Currency): number {
  return roundToStep(amount * minorPerMajor[currency], currency);
}

/** Integer minor units → decimal amount of the API. */
export function toMajor(minor: number, currency: Currency): number {
  return minor / minorPerMajor[currency];
}

/** Rounds half away from zero to the currency's smallest step; a relative epsilon absorbs binary fractions such as 1.005. */
export function roundToStep(minor: number, currency: Currency): number {
  const step = minorStep[currency];
  const steps = Math.abs(minor) / step;
  return Math.sign(minor) * Math.floor(steps + 0.5 + 1e-9) * step || 0;
}

/** `$1,234.50`, `1 234 Ft`: the currency's own sign in the reader's number format. */
export function formatMoney(amount: number, currency: Currency, locale = 'en-US'): string {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: decimals[currency],
    maximumFractionDigits: decimals[currency],
  }).format(amount);
}
