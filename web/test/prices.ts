import { calculatePrice, type CalculatedPrice, getPricing, type Pricing } from '@keepsake/contract/orders/pricing';
import { type Answer, reply } from './answers.ts';

export const pricing: Pricing = {
  basePrice: 4.99,
  variantPrice: 1.99,
  currency: 'USD',
  volumeDiscounts: { 5: 10, 10: 15 },
  variantDiscounts: {},
  packageDiscounts: {},
};

export function aPrice(more: Partial<CalculatedPrice> = {}): CalculatedPrice {
  return {
    total: 6.98,
    currency: 'USD',
    includesVat: true,
    subtotal: 6.98,
    imageCount: 1,
    versionCount: 2,
    appliedDiscounts: { volumeDiscount: 0, variantDiscount: 0, packageDiscount: 0 },
    lines: [
      { kind: 'base', quantity: 1, unitPrice: 4.99, amount: 4.99 },
      { kind: 'variants', quantity: 1, unitPrice: 1.99, amount: 1.99 },
    ],
    ...more,
  };
}

/** What a page asks for that shows prices. */
export function priceAnswers(): Answer[] {
  return [reply(getPricing, { data: pricing, revision: 1 }), reply(calculatePrice, aPrice())];
}
