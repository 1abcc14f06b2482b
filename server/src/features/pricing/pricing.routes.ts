import { toMajor } from '@keepsake/contract/money';
import { calculatePrice, getPricing, setPricing, type CalculatedPrice } from '@keepsake/contract/pricing';
import type { Body } from '@keepsake/contract/endpoint';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Actor, Api } from '../../platform/http/api.ts';
import { isBelowCardMinimum } from './below-card-minimum.ts';
import { sizeOfBucket } from './order-size.queries.ts';
import { priceOrder, type OrderPrice, type OrderSize } from './price-order.ts';
import { currentPriceList, toPricing, type NumberedPriceList } from './price-list.queries.ts';
import { setPrices } from './set-prices.ts';

export function pricingRoutes(api: Api, deps: Deps): void {
  api.handle(getPricing, async () => toReply(await currentPriceList(deps.db)));

  api.handle(calculatePrice, async ({ body, actor }) => {
    const size = await askedSize(deps, body, actor);
    return toCalculatedPrice(priceOrder(await currentPriceList(deps.db), size));
  });

  api.handle(setPricing, async ({ body, actor }) => {
    const list = await setPrices(deps.db, body, actor);
    return { ...toReply(list), warnings: isBelowCardMinimum(list) ? ['below_card_minimum' as const] : [] };
  });
}

function toReply(list: NumberedPriceList) {
  return { data: toPricing(list), revision: list.id };
}

async function askedSize(deps: Deps, body: Body<typeof calculatePrice>, actor: Actor | undefined): Promise<OrderSize> {
  const { bucketId, imageCount: photos = 0, variantsPerImage = 1 } = body;
  // The epsilon absorbs binary fractions: 100 × 1.005 is meant to be 100.5.
  if (bucketId === undefined) return { photos, films: Math.round(photos * variantsPerImage + 1e-9) };
  if (!actor) throw new AppError('not_signed_in');
  const size = await sizeOfBucket(deps.db, bucketId, actor.userId);
  if (!size) throw new AppError('not_found');
  return size;
}

function toCalculatedPrice(price: OrderPrice): CalculatedPrice {
  const major = (minor: number) => toMajor(minor, price.currency);
  return {
    total: major(price.total),
    currency: price.currency,
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
