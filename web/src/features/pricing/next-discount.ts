import type { DiscountSet, Pricing } from '@keepsake/contract/pricing';

type Discounts = Pick<Pricing, 'volumeDiscounts' | 'variantDiscounts' | 'packageDiscounts'>;

/** A discount that is within reach: so many more photos, films in all, or versions of the photos there are. */
export interface NextDiscount {
  of: 'photos' | 'films' | 'versions';
  missing: number;
  percent: number;
}

/** What is further away than this is not worth a word. */
const reach = 2;

/** The nearest higher discount that a little more reaches; null where there is none. */
export function nextDiscount(
  pricing: Discounts,
  { photos, films }: { photos: number; films: number },
): NextDiscount | null {
  if (photos === 0) return null;
  const { volumeDiscounts, packageDiscounts, variantDiscounts } = pricing;
  const found = [
    next('photos', volumeDiscounts, (threshold) => threshold - photos),
    next('films', packageDiscounts, (threshold) => threshold - films),
    // By the average: so many for each photo that is there.
    next('versions', variantDiscounts, (threshold) => threshold * photos - films),
  ];
  return found.filter((one) => one !== null).toSorted((a, b) => a.missing - b.missing)[0] ?? null;
}

/** As prices are calculated the highest threshold that is reached counts, whatever its percentage. */
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
