import type { DiscountSet, Pricing } from '@keepsake/contract/orders/pricing';

type Discounts = Pick<Pricing, 'volumeDiscounts' | 'variantDiscounts' | 'packageDiscounts'>;

/** A discount that is nearly reached. `versions` counts films per photo, `films` the total. */
export interface NextDiscount {
  of: 'photos' | 'films' | 'versions';
  missing: number;
  percent: number;
}

/** Discounts that need more than this are not mentioned. */
const reach = 2;

/** The nearest higher discount within `reach`, or null. */
export function nextDiscount(
  pricing: Discounts,
  { photos, films }: { photos: number; films: number },
): NextDiscount | null {
  if (photos === 0) return null;
  const { volumeDiscounts, packageDiscounts, variantDiscounts } = pricing;
  const found = [
    next('photos', volumeDiscounts, (threshold) => threshold - photos),
    next('films', packageDiscounts, (threshold) => threshold - films),
    // The threshold is an average per photo.
    next('versions', variantDiscounts, (threshold) => threshold * photos - films),
  ];
  return found.filter((one) => one !== null).toSorted((a, b) => a.missing - b.missing)[0] ?? null;
}

/** As in the price calculation, the highest threshold reached counts, even if a lower one gives more percent. */
function next(
  of: NextDiscount['of'],
  discounts: DiscountSet,
  missingTo: (threshold: number) => number,
): NextDiscount | null {
  const levels = Object.entries(discounts)
    .map(([threshold, percent]) => ({ missing: missingTo(Number(threshold)), percent }))
    .toSorted((a, b) => a.missing - b.missing);
  const present = levels.findLast(({ missing }) => missing <= 0)?.percent ?? 0;
  const level = levels.find(({ missing, percent }) => missing > 0 && percent > present);
  return level !== undefined && level.missing <= reach ? { of, ...level } : null;
}
