import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { currency, id, revision, seenRevision } from '../primitives.ts';

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
  /** Price of one, in the currency's major unit; absent on discount lines. */
  unitPrice: z.optional(z.number()),
  percent: z.optional(z.number()),
  /** In the currency's major unit; discounts are negative. */
  amount: z.number(),
});

export const calculatedPrice = z.object({
  total: z.number(),
  currency,
  /** Whether the amounts contain VAT; a seller without VAT has none. */
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
  summary: 'The prices of today.',
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
  summary: 'Price of so many photos with so many versions each on average, or (signed in) of one of your sets.',
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

export const setPricing = endpoint({
  method: 'POST',
  path: '/api/pricing/admin',
  access: 'admin',
  summary:
    'Set new prices. Orders, invoices and open payment sessions keep theirs. `warnings` names what customers will stumble over.',
  body: z.extend(pricing, { revision: seenRevision }),
  reply: z.object({
    data: pricing,
    revision,
    /** `below_card_minimum`: some orders will cost something, but less than a card can be charged. */
    warnings: z.array(z.enum(['below_card_minimum'])),
  }),
  errors: ['changed_meanwhile'],
});
