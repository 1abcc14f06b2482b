import { toMajor, toMinor } from '@keepsake/contract/money';
import type { DiscountSet, Pricing } from '@keepsake/contract/pricing';
import type { Currency } from '@keepsake/contract/primitives';
import { sql, type Db, type Queryable, type Tx } from '../../platform/database/db.ts';

/** A price list in force at some time; prices in minor units, discounts as threshold → whole percent. */
export interface PriceList {
  basePrice: number;
  variantPrice: number;
  currency: Currency;
  volumeDiscounts: DiscountSet;
  variantDiscounts: DiscountSet;
  packageDiscounts: DiscountSet;
}

/** Each list is written once, under a number that grows. */
export interface NumberedPriceList extends PriceList {
  id: number;
}

/** How much is bought: photos, and films of them. Every photo has at least one film. */
export interface OrderSize {
  photos: number;
  films: number;
}

const firstPrices: Pricing = {
  basePrice: 4.99,
  variantPrice: 1.99,
  currency: 'USD',
  volumeDiscounts: { 5: 10, 10: 15, 20: 20 },
  variantDiscounts: { 3: 10, 5: 20 },
  packageDiscounts: { 10: 5, 25: 10 },
};

/** The prices of today. */
export async function currentPriceList(db: Queryable): Promise<NumberedPriceList> {
  const list = await db.first<NumberedPriceList>(sql`
    select id, base_price, variant_price, currency, volume_discounts, variant_discounts, package_discounts
    from price_lists order by id desc limit 1`);
  if (!list) throw new Error('There is no price list yet');
  return list;
}

/** Lets nobody else set prices until the transaction ends. */
export async function lockPriceLists(tx: Tx): Promise<void> {
  await tx.run(sql`lock table price_lists in share row exclusive mode`);
}

/** Appends a price list, which is in force from then on; earlier ones stay for the orders that were made with them. */
export async function addPriceList(db: Queryable, prices: Pricing, userId: string | null): Promise<void> {
  await db.run(sql`
    insert into price_lists (base_price, variant_price, currency, volume_discounts, variant_discounts, package_discounts, created_at, created_by)
    values (
      ${toMinor(prices.basePrice, prices.currency)}, ${toMinor(prices.variantPrice, prices.currency)}, ${prices.currency},
      ${prices.volumeDiscounts}, ${prices.variantDiscounts}, ${prices.packageDiscounts}, app_now(), ${userId}
    )`);
}

/** Sets the first prices where there are none; processes that start together set them once. */
export async function seedPricing(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockPriceLists(tx);
    if (await tx.first(sql`select 1 from price_lists`)) return;
    await addPriceList(tx, firstPrices, null);
  });
}

/** A price list as the API shows it, in major units. */
export function toPricing(list: PriceList): Pricing {
  const { currency, volumeDiscounts, variantDiscounts, packageDiscounts } = list;
  return {
    currency,
    volumeDiscounts,
    variantDiscounts,
    packageDiscounts,
    basePrice: toMajor(list.basePrice, list.currency),
    variantPrice: toMajor(list.variantPrice, list.currency),
  };
}

/** Photos and films of a user's own set; a photo without effects counts as one film. Undefined where the set is not theirs. */
export async function sizeOfBucket(db: Queryable, bucketId: string, userId: string): Promise<OrderSize | undefined> {
  return db.first<OrderSize>(sql`
    select count(photo.id)::int as photos,
      coalesce(sum(greatest(photo.films, 1)) filter (where photo.id is not null), 0)::int as films
    from buckets
    left join lateral (
      select photos.id, (select sum(variety) from photo_prompts where photo_id = photos.id) as films
      from photos where bucket_id = buckets.id
    ) photo on true
    where buckets.id = ${bucketId} and buckets.user_id = ${userId}
    group by buckets.id`);
}
