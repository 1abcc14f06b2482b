import type { Body } from '@keepsake/contract/endpoint';
import { toMajor } from '@keepsake/contract/orders/money';
import * as contract from '@keepsake/contract/orders/pricing';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Actor, Api } from '../../platform/http/api.ts';
import { pricesIncludeVat } from '../../providers/invoicing/invoice-issuers.ts';
import { isBelowCardMinimum } from './below-card-minimum.ts';
import { priceOrder, type OrderPrice } from './price-order.ts';
import {
  sizeOfBucket,
  currentPriceList,
  priceListsPage,
  toPriceList,
  toPricing,
  type NumberedPriceList,
  type OrderSize,
} from './pricing.queries.ts';
import { requireWholePrices, setPrices } from './set-prices.ts';

export function pricingRoutes(api: Api, deps: Deps): void {
  const { db } = deps;

  api.handle(contract.getPricing, async () => toReply(await currentPriceList(db)));

  api.handle(contract.calculatePrice, async ({ body, actor }) => {
    const size = await requestedSize(deps, body, actor);
    return toCalculatedPrice(priceOrder(await currentPriceList(db), size), pricesIncludeVat(deps.config));
  });

  api.handle(contract.setPricing, async ({ body, actor }) => {
    const list = await setPrices(db, body, actor);
    return { ...toReply(list), warnings: isBelowCardMinimum(list) ? ['below_card_minimum' as const] : [] };
  });

  api.handle(contract.previewPricing, async ({ body }) => {
    requireWholePrices(body);
    const [before, after] = [await currentPriceList(db), toPriceList(body)];
    return {
      samples: contract.sampleOrders.map((sample) => {
        const size = { photos: sample.photos, films: sample.photos * sample.effects * sample.versions };
        return { ...sample, before: toSample(priceOrder(before, size)), after: toSample(priceOrder(after, size)) };
      }),
    };
  });

  api.handle(contract.listPriceLists, ({ query }) => priceListsPage(db, query));
}

function toReply(list: NumberedPriceList) {
  return { data: toPricing(list), revision: list.id };
}

function toSample(price: OrderPrice): contract.SamplePrice {
  const { total, currency, appliedDiscounts } = toCalculatedPrice(price, false);
  return { total, currency, appliedDiscounts };
}

async function requestedSize(
  deps: Deps,
  body: Body<typeof contract.calculatePrice>,
  actor: Actor | undefined,
): Promise<OrderSize> {
  const { bucketId, imageCount: photos = 0, variantsPerImage = 1 } = body;
  // The epsilon absorbs binary fractions: 100 × 1.005 must count as 100.5.
  if (bucketId === undefined) return { photos, films: Math.round(photos * variantsPerImage + 1e-9) };
  if (!actor) throw new AppError('not_signed_in');
  const size = await sizeOfBucket(deps.db, bucketId, actor.userId);
  if (!size) throw new AppError('not_found');
  return size;
}

function toCalculatedPrice(price: OrderPrice, includesVat: boolean): contract.CalculatedPrice {
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
