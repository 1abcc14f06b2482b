import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { currency, id, pageQuery, revision, seenRevision, time } from '../primitives.ts';

const percent = z.number().check(z.int(), z.minimum(0), z.maximum(100));

/** Threshold quantity (whole number from 1, as a key) → discount in whole percent. */
export const discountSet = z.record(z.string().check(z.regex(/^[1-9][0-9]{0,5}$/)), percent);
export type DiscountSet = z.output<typeof discountSet>;

const price = z.number().check(z.minimum(0.01), z.maximum(1_000_000), z.multipleOf(0.01));

export const pricing = z.object({
  basePrice: price,
  variantPrice: price,
  currency,
  volumeDiscounts: z._default(discountSet, {}),
  variantDiscounts: z._default(discountSet, {}),
  packageDiscounts: z._default(discountSet, {}),
});
export type Pricing = z.output<typeof pricing>;

export const priceLine = z.object({
  kind: z.enum(['base', 'volume_discount', 'variants', 'variant_discount', 'package_discount']),
  quantity: z.int(),
  /** Unit price in the currency's major unit; absent on discount lines. */
  unitPrice: z.optional(z.number()),
  percent: z.optional(z.number()),
  /** In the currency's major unit; discounts are negative. */
  amount: z.number(),
});

export const calculatedPrice = z.object({
  total: z.number(),
  currency,
  /** Whether the amounts contain VAT. */
  includesVat: z._default(z.boolean(), false),
  subtotal: z.number(),
  imageCount: z.int(),
  versionCount: z.int(),
  appliedDiscounts: z.object({ volumeDiscount: z.number(), variantDiscount: z.number(), packageDiscount: z.number() }),
  lines: z.array(priceLine),
});
export type CalculatedPrice = z.output<typeof calculatedPrice>;

export const getPricing = endpoint({
  method: 'GET',
  path: '/api/pricing',
  access: 'public',
  summary: 'The current prices.',
  reply: z.object({ data: pricing, revision }),
});

/** Without a set both numbers are needed. */
const setOrNumbers = z.check<{ bucketId?: unknown; imageCount?: unknown; variantsPerImage?: unknown }>(
  ({ value, issues }) => {
    if (value.bucketId !== undefined) return;
    for (const name of ['imageCount', 'variantsPerImage'] as const)
      if (value[name] === undefined)
        issues.push({ code: 'invalid_type', expected: 'number', path: [name], input: undefined });
  },
);

export const calculatePrice = endpoint({
  method: 'POST',
  path: '/api/pricing/calculate',
  access: 'public',
  summary:
    'The price of a number of photos with an average number of versions each, or (signed in) of one of your sets.',
  body: z
    .object({
      bucketId: z.optional(id),
      imageCount: z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(1000))),
      variantsPerImage: z.optional(
        z.number().check(z.minimum(1), z.maximum(limits.varietyMax * limits.actionsPerPhoto)),
      ),
    })
    .check(setOrNumbers),
  reply: calculatedPrice,
  errors: ['not_signed_in', 'not_found'],
});

/** What needs a confirmation: another currency, a price that changes by more than half, a discount of 100 % that was not in force. */
export const priceRisks = ['currency', 'base_price', 'variant_price', 'free_discount'] as const;
export const priceRisk = z.enum(priceRisks);
export type PriceRisk = z.output<typeof priceRisk>;

export const setPricing = endpoint({
  method: 'POST',
  path: '/api/pricing/admin',
  access: 'admin',
  summary:
    'Set new prices. Orders, invoices and open payment sessions keep theirs. `warnings` names problems for customers. A call with a `revision` is refused with `prices_not_confirmed`, whose body lists `risks`, until `confirm` names all of them.',
  body: z.extend(pricing, { revision: seenRevision, confirm: z.optional(z.array(priceRisk).check(z.maxLength(10))) }),
  reply: z.object({
    data: pricing,
    revision,
    /** `below_card_minimum`: some orders will cost something, but less than a card can be charged. */
    warnings: z.array(z.enum(['below_card_minimum'])),
  }),
  errors: ['changed_meanwhile', 'prices_not_confirmed'],
});

/** The orders that illustrate new prices: the smallest, a usual one, and one with discounts. */
export const sampleOrders = [
  { photos: 1, effects: 1, versions: 1 },
  { photos: 3, effects: 2, versions: 1 },
  { photos: 10, effects: 2, versions: 3 },
] as const;

const samplePrice = z.pick(calculatedPrice, { total: true, currency: true, appliedDiscounts: true });
export type SamplePrice = z.output<typeof samplePrice>;

export const previewPricing = endpoint({
  method: 'POST',
  path: '/api/admin/price-lists/preview',
  access: 'admin',
  summary: 'What three sample orders cost now, and what they would cost with these prices. Changes nothing.',
  body: pricing,
  reply: z.object({
    samples: z.array(
      z.object({
        /** `versions` of each of `effects` for each of `photos`. */
        photos: z.int(),
        effects: z.int(),
        versions: z.int(),
        before: samplePrice,
        after: samplePrice,
      }),
    ),
  }),
});

const priceList = z.object({
  revision,
  at: time,
  /** Who set it; null for the initial prices, and if the account is deleted. */
  by: z.nullable(z.object({ id, name: z.string(), email: z.string() })),
  prices: pricing,
  /** The previous prices; null for the first ones. */
  before: z.nullable(pricing),
});
export type PriceListEntry = z.output<typeof priceList>;

export const listPriceLists = endpoint({
  method: 'GET',
  path: '/api/admin/price-lists',
  access: 'admin',
  summary: 'All price lists that were ever in force, newest first.',
  query: pageQuery(limits.adminPageSize),
  reply: z.object({ data: z.array(priceList), total: z.int() }),
});
