import { minimumCharge } from '@keepsake/contract/money';
import type { PriceList } from './price-list.queries.ts';
import { priceOrder } from './price-order.ts';

/** Whether these prices give some order a total above nothing that is too small for a card: each discount is looked at where it begins. */
export function isBelowCardMinimum(list: PriceList): boolean {
  const starts = (discounts: PriceList['volumeDiscounts']) => Object.keys(discounts).map(Number);
  const photoCounts = [1, ...starts(list.volumeDiscounts)];
  return photoCounts.some((photos) => {
    const versionCounts = [
      photos,
      ...starts(list.packageDiscounts),
      ...starts(list.variantDiscounts).map((threshold) => threshold * photos),
    ];
    return versionCounts
      .filter((versions) => versions >= photos)
      .map((versions) => priceOrder(list, { photos, versions }).total)
      .some((total) => total > 0 && total < minimumCharge[list.currency]);
  });
}
