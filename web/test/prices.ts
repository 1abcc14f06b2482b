import type { Reply } from '@keepsake/contract/endpoint';
import {
  calculatePrice,
  type CalculatedPrice,
  getPricing,
  listPriceLists,
  type Pricing,
  previewPricing,
  type SamplePrice,
  setPricing,
} from '@keepsake/contract/orders/pricing';
import { openTab } from './admin.ts';
import { type Answer, reply } from './answers.ts';
import { idOf } from './orders.ts';

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

/** The tab of the prices, which can be answered otherwise. */
export const openPrices = (...answers: Answer[]) =>
  openTab('pricing', [
    reply(getPricing, { data: pricing, revision: 3 }),
    reply(previewPricing, ({ body }) => ({ samples: samplesOf(body as Pricing) })),
    reply(listPriceLists, history()),
    ...answers,
  ]);
export const longName = 'Maximiliane '.repeat(17).trim().slice(0, 200);
export const earlier = { ...pricing, basePrice: 3.99, volumeDiscounts: { 20: 50 } };

/** The prices in force, those before, and the first. */
export function history(): Reply<typeof listPriceLists> {
  const by = { id: idOf(7), name: longName, email: 'maximiliane@example.com' };
  const entry = { by, prices: pricing, at: '2026-11-20T09:30:00.000Z' };
  return {
    data: [
      { ...entry, revision: 3, before: earlier },
      {
        ...entry,
        revision: 2,
        at: '2026-10-12T09:30:00.000Z',
        prices: earlier,
        before: { ...pricing, basePrice: 3.5 },
      },
      { ...entry, revision: 1, by: null, prices: { ...pricing, basePrice: 3.5 }, before: null },
    ],
    total: 3,
  };
}

/** One sample, of one photo: what the form says that it costs. */
function samplesOf({ basePrice, currency }: Pricing): Reply<typeof previewPricing>['samples'] {
  const noDiscounts = { volumeDiscount: 0, variantDiscount: 0, packageDiscount: 0 };
  const price = (total: number, of: Pricing['currency']): SamplePrice => ({
    total,
    currency: of,
    appliedDiscounts: noDiscounts,
  });
  const before = {
    ...price(139.7, 'USD'),
    appliedDiscounts: { ...noDiscounts, volumeDiscount: 15, packageDiscount: 10 },
  };
  return [
    { photos: 1, effects: 1, versions: 1, before: price(4.99, 'USD'), after: price(basePrice, currency) },
    { photos: 10, effects: 2, versions: 3, before, after: { ...before, currency } },
  ];
}

/** The answer to prices that are saved. */
export const saved = (more = {}) => reply(setPricing, { data: { ...pricing, ...more }, revision: 4, warnings: [] });
