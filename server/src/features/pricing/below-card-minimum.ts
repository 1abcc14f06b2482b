import { limits } from '@keepsake/contract/limits';
import { minimumCharge } from '@keepsake/contract/orders/money';
import type { DiscountSet } from '@keepsake/contract/orders/pricing';
import type { PriceList } from './pricing.queries.ts';
import { priceOrder } from './price-order.ts';

const versionsPerPhoto = limits.varietyMax * limits.actionsPerPhoto;

/** A discount's threshold and its percent. */
type Level = readonly [threshold: number, percent: number];

/** Whether some possible order costs more than 0, but less than the minimum of a card payment. */
export function isBelowCardMinimum(list: PriceList): boolean {
  const levels = {
    volume: levelsOf(list.volumeDiscounts),
    variant: levelsOf(list.variantDiscounts),
    package: levelsOf(list.packageDiscounts),
  };
  for (let photos = 1; photos <= limits.photosPerBucket; photos += 1) {
    const most = photos * versionsPerPhoto;
    const thresholds = [
      ...levels.package.map(([threshold]) => threshold),
      ...levels.variant.map(([threshold]) => threshold * photos),
    ].filter((films) => films > photos && films <= most);
    const starts = [photos, ...new Set(thresholds.toSorted((a, b) => a - b))];
    // With the same discounts more films never cost less, so the first order above 0 in each range is the cheapest.
    const priced = new Set<string>();
    for (const [at, start] of starts.entries()) {
      const [variant, all] = [percentAt(levels.variant, start / photos), percentAt(levels.package, start)];
      const discounts = `${variant} ${all}`;
      if (all === 100 || priced.has(discounts)) continue;
      const alike = withDiscounts(list, { volume: percentAt(levels.volume, photos), variant, all });
      const total = smallestTotal(alike, photos, start, (starts[at + 1] ?? most + 1) - 1);
      if (total > 0 && total < minimumCharge[list.currency]) return true;
      if (total > 0) priced.add(discounts);
    }
  }
  return false;
}

function levelsOf(discounts: DiscountSet): Level[] {
  return Object.entries(discounts)
    .map(([threshold, percent]): Level => [Number(threshold), percent])
    .toSorted(([a], [b]) => a - b);
}

/** The percent of the highest threshold that is reached. */
function percentAt(levels: readonly Level[], value: number): number {
  let [low, high] = [0, levels.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((levels[middle]?.[0] ?? Infinity) <= value) low = middle + 1;
    else high = middle;
  }
  return levels[low - 1]?.[1] ?? 0;
}

/** The same prices with fixed discounts for every quantity. */
function withDiscounts(
  list: PriceList,
  { volume, variant, all }: { volume: number; variant: number; all: number },
): PriceList {
  return { ...list, volumeDiscounts: { 1: volume }, variantDiscounts: { 1: variant }, packageDiscounts: { 1: all } };
}

/** The smallest total above 0 of `start` to `end` films; 0 if there is none. */
function smallestTotal(list: PriceList, photos: number, start: number, end: number): number {
  const totalOf = (films: number) => priceOrder(list, { photos, films }).total;
  const first = totalOf(start);
  if (first > 0) return first;
  let [low, high] = [start, end];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (totalOf(middle) > 0) high = middle;
    else low = middle + 1;
  }
  return totalOf(low);
}
