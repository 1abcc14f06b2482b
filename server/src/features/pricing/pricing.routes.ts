import type { Body } from '@keepsake/contract/endpoint';
import { toMajor, decimals } from '@keepsake/contract/orders/money';
import { calculatePrice, getPricing, setPricing, type CalculatedPrice } from '@keepsake/contract/orders/pricing';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Db } from '../../platform/database/db.ts';
import type { Actor, Api } from '../../platform/http/api.ts';
import { invalidFields } from '../../platform/http/invalid-fields.ts';
import { refuseIfChanged } from '../../platform/http/refuse-if-changed.ts';
import { pricesIncludeVat } from '../../providers/invoicing/invoice-issuers.ts';
import { recordChange } from '../journal/audit.queries.ts';
import { isBelowCardMinimum } from './below-card-minimum.ts';
import { priceOrder, type OrderPrice } from './price-order.ts';
import {
  sizeOfBucket,
  currentPriceList,
  toPricing,
  addPriceList,
  lockPriceLists,
  type NumberedPriceList,
  type OrderSize,
} from './pricing.queries.ts';

export function pricingRoutes(api: Api, deps: Deps): void {
  api.handle(getPricing, async () => toReply(await currentPriceList(deps.db)));

  api.handle(calculatePrice, async ({ body, actor }) => {
    const size = await requestedSize(deps, body, actor);
    return toCalculatedPrice(priceOrder(await currentPriceList(deps.db), size), pricesIncludeVat(deps.config));
  });

  api.handle(setPricing, async ({ body, actor }) => {
    const list = await setPrices(deps.db, body, actor);
    return { ...toReply(list), warnings: isBelowCardMinimum(list) ? ['below_card_minimum' as const] : [] };
  });
}

function toReply(list: NumberedPriceList) {
  return { data: toPricing(list), revision: list.id };
}

async function requestedSize(
  deps: Deps,
  body: Body<typeof calculatePrice>,
  actor: Actor | undefined,
): Promise<OrderSize> {
  const { bucketId, imageCount: photos = 0, variantsPerImage = 1 } = body;
  // The epsilon absorbs binary fractions: 100 × 1.005 is meant to be 100.5.
  if (bucketId === undefined) return { photos, films: Math.round(photos * variantsPerImage + 1e-9) };
  if (!actor) throw new AppError('not_signed_in');
  const size = await sizeOfBucket(deps.db, bucketId, actor.userId);
  if (!size) throw new AppError('not_found');
  return size;
}

function toCalculatedPrice(price: OrderPrice, includesVat: boolean): CalculatedPrice {
  const major = (minor: number) => toMajor(minor, price.currency);
  return {
    total: major(price.total),
    currency: price.currency,
    includesVat,
    subtotal: major(price.subtotal),
    imageCount: price.photos,
    versionCount: price.films,
    appliedDiscounts: {
      volumeDiscount: price.discounts.volume,
      variantDiscount: price.discounts.variant,
      packageDiscount: price.discounts.package,
    },
    lines: price.lines.map(({ unitPrice, amount, ...line }) => ({
      ...line,
      ...(unitPrice !== undefined && { unitPrice: major(unitPrice) }),
      amount: major(amount),
    })),
  };
}

/**
 * Puts new prices in force, major units in and out.
 * @throws AppError validation_failed naming a price that has decimals which its currency does not; changed_meanwhile
 */
async function setPrices(
  db: Db,
  { revision, ...prices }: Body<typeof setPricing>,
  actor: { userId: string },
): Promise<NumberedPriceList> {
  const wrong = (['basePrice', 'variantPrice'] as const).filter(
    (field) => decimals[prices.currency] === 0 && !Number.isInteger(prices[field]),
  );
  if (wrong.length > 0) throw invalidFields(Object.fromEntries(wrong.map((field) => [field, { code: 'not_whole' }])));
  return db.transaction().execute(async (tx) => {
    await lockPriceLists(tx);
    const before = await currentPriceList(tx);
    refuseIfChanged(revision, before.id, toPricing(before));
    await addPriceList(tx, prices, actor.userId);
    const after = await currentPriceList(tx);
    const change = { before: toPricing(before), after: toPricing(after) };
    await recordChange(tx, { actor, action: 'pricing.set', subject: null, ...change });
    return after;
  });
}
