import { toMajor, toMinor } from '@keepsake/contract/orders/money';
import type { DiscountSet, PriceListEntry, Pricing } from '@keepsake/contract/orders/pricing';
import type { Currency } from '@keepsake/contract/primitives';
import { sql } from 'kysely';
import type { Db, Queryable, Tx } from '../../platform/database/db.ts';
import { appNow } from '../../platform/database/expressions.ts';
import { toJson } from '../../platform/database/json.ts';
import { prepared } from '../../platform/database/prepared.ts';

/** Prices in minor units; discounts as threshold → whole percent. */
export interface PriceList {
  basePrice: number;
  variantPrice: number;
  currency: Currency;
  volumeDiscounts: DiscountSet;
  variantDiscounts: DiscountSet;
  packageDiscounts: DiscountSet;
}

/** Price lists are immutable; the one with the highest id is in force. */
export interface NumberedPriceList extends PriceList {
  id: number;
}

/** The size of an order. Every photo has at least one film. */
export interface OrderSize {
  photos: number;
  films: number;
}

declare module '../../platform/database/json.ts' {
  interface JsonColumns {
    'price_lists.volume_discounts': DiscountSet;
    'price_lists.variant_discounts': DiscountSet;
    'price_lists.package_discounts': DiscountSet;
  }
}

const firstPrices: Pricing = {
  basePrice: 4.99,
  variantPrice: 1.99,
  currency: 'USD',
  volumeDiscounts: { 5: 10, 10: 15, 20: 20 },
  variantDiscounts: { 3: 10, 5: 20 },
  packageDiscounts: { 10: 5, 25: 10 },
};

const columns = [
  'id',
  'basePrice',
  'variantPrice',
  'currency',
  'volumeDiscounts',
  'variantDiscounts',
  'packageDiscounts',
] as const;

/** The price list in force. */
export async function currentPriceList(db: Queryable): Promise<NumberedPriceList> {
  const [row] = await newestPriceList(db, {});
  if (!row) throw new Error('There is no price list yet');
  return row;
}

const newestPriceList = prepared((db) => db.selectFrom('priceLists').select(columns).orderBy('id', 'desc').limit(1));

/** Prevents other transactions from adding a price list until this one ends. */
export async function lockPriceLists(tx: Tx): Promise<void> {
  await sql`lock table price_lists in share row exclusive mode`.execute(tx);
}

/** Adds a price list, which is in force from now on. Earlier ones are kept for the orders that used them. */
export async function addPriceList(db: Queryable, prices: Pricing, userId: string | null): Promise<void> {
  const { basePrice, variantPrice, currency, volumeDiscounts, variantDiscounts, packageDiscounts } =
    toPriceList(prices);
  await db
    .insertInto('priceLists')
    .values({
      basePrice,
      variantPrice,
      currency,
      volumeDiscounts: toJson(volumeDiscounts),
      variantDiscounts: toJson(variantDiscounts),
      packageDiscounts: toJson(packageDiscounts),
      createdAt: appNow,
      createdBy: userId,
    })
    .execute();
}

/** Adds the first price list if there is none. Of several processes that start concurrently only one adds it. */
export async function seedPricing(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockPriceLists(tx);
    const existing = await tx.selectFrom('priceLists').select('id').limit(1).executeTakeFirst();
    if (!existing) await addPriceList(tx, firstPrices, null);
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

/** The reverse of `toPricing`. */
export function toPriceList({ basePrice, variantPrice, currency, ...discounts }: Pricing): PriceList {
  return {
    ...discounts,
    currency,
    basePrice: toMinor(basePrice, currency),
    variantPrice: toMinor(variantPrice, currency),
  };
}

/** A page of price lists, newest first, each with its predecessor. */
export async function priceListsPage(
  db: Queryable,
  { page, limit }: { page: number; limit: number },
): Promise<{ data: PriceListEntry[]; total: number }> {
  const rows = await db
    .selectFrom('priceLists')
    .leftJoin('users', 'users.id', 'priceLists.createdBy')
    .select(columns.map((column) => `priceLists.${column}` as const))
    .select(['priceLists.createdAt as at', 'users.id as userId', 'users.name', 'users.email'])
    .orderBy('priceLists.id', 'desc')
    // One more than the page, for what the last of it replaced.
    .limit(limit + 1)
    .offset((page - 1) * limit)
    .execute();
  const { total } = await db
    .selectFrom('priceLists')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const data = rows.slice(0, limit).map(({ at, userId, name, email, ...list }, index): PriceListEntry => {
    const before = rows[index + 1];
    return {
      revision: list.id,
      at: at.toISOString(),
      by: userId !== null && name !== null && email !== null ? { id: userId, name, email } : null,
      prices: toPricing(list),
      before: before ? toPricing(before) : null,
    };
  });
  return { data, total };
}

/** The size of a user's own bucket; a photo without prompts counts as one film. Undefined if the user has no such bucket. */
export function sizeOfBucket(db: Queryable, bucketId: string, userId: string): Promise<OrderSize | undefined> {
  return db
    .selectFrom('buckets')
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom('photos')
          .whereRef('photos.bucketId', '=', 'buckets.id')
          .select(({ selectFrom: selectPrompts }) => [
            'photos.id',
            selectPrompts('photoPrompts')
              .whereRef('photoId', '=', 'photos.id')
              .select(({ fn }) => fn.sum<number | null>('variety').as('sum'))
              .as('films'),
          ])
          .as('photo'),
      (join) => join.onTrue(),
    )
    .where('buckets.id', '=', bucketId)
    .where('buckets.userId', '=', userId)
    .groupBy('buckets.id')
    .select(({ fn }) => [
      fn.count<number>('photo.id').as('photos'),
      sql<number>`coalesce(sum(greatest(photo.films, 1)) filter (where photo.id is not null), 0)::int`.as('films'),
    ])
    .executeTakeFirst();
}
