/**
 * Amounts are whole numbers of the minor unit, two decimals for every currency here. Stripe counts forints in fillér
 * too, although people read and pay whole forints. Source: https://docs.stripe.com/currencies
 */
type CurrencyRules = { minimum: number; minimumText: string };

const currencies: Record<string, CurrencyRules> = {
  usd: { minimum: 50, minimumText: '$0.50' },
  eur: { minimum: 50, minimumText: '€0.50' },
  gbp: { minimum: 30, minimumText: '£0.30' },
  huf: { minimum: 17_500, minimumText: '175.00 Ft' },
};

const minorUnits = 100;
/** Stripe takes up to twelve digits. */
export const largestAmount = 999_999_999_999;

export function currencyRules(currency: string): CurrencyRules | undefined {
  return Object.hasOwn(currencies, currency) ? currencies[currency] : undefined;
}

export function supportedCurrencies(): string {
  return Object.keys(currencies).join(', ');
}

/** An amount as people read it; forints without decimals, unless there are fillér to show. */
export function formatAmount(amount: number, currency: string): string {
  const wholeForints = currency === 'huf' && amount % minorUnits === 0;
  const digits = wholeForints ? 0 : 2;
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / minorUnits);
}
