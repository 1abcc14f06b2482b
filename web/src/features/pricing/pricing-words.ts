import type { DiscountSet, Pricing } from '@keepsake/contract/orders/pricing';
import { money, percent } from '../../shared/texts/format.ts';
import type { Translate } from '../../shared/texts/text-keys.ts';
import type { ChangedField } from '../../ui/forms/changed-notice.tsx';
import type { DiscountKind } from './discount-editor.tsx';
import { levelsOf } from './discount-levels.ts';

export const discountKinds = [
  'volumeDiscounts',
  'variantDiscounts',
  'packageDiscounts',
] as const satisfies DiscountKind[];

/** The parts of two price lists as text, side by side. */
export function comparePrices(t: Translate<'admin-pricing'>, theirs: Pricing, mine: Pricing): ChangedField[] {
  const price = (name: 'basePrice' | 'variantPrice') => ({
    label: t(name),
    theirs: money(theirs[name], theirs.currency),
    mine: money(mine[name], mine.currency),
  });
  return [
    price('basePrice'),
    price('variantPrice'),
    { label: t('currency'), theirs: theirs.currency, mine: mine.currency },
    ...discountKinds.map((kind) => ({
      label: t(`${kind}.title`),
      theirs: levelsInWords(t, theirs[kind]),
      mine: levelsInWords(t, mine[kind]),
    })),
  ];
}

/** Empty without levels. */
function levelsInWords(t: Translate<'admin-pricing'>, discounts: DiscountSet): string {
  return levelsOf(discounts)
    .map((level) => t('level', { threshold: level.threshold, percent: level.percent }))
    .join(', ');
}

/** `+12.5 %`; empty if there is nothing to compare with. */
export function changeInPercent(before: number, after: number): string {
  if (before === 0) return '';
  return percent((100 * (after - before)) / before, {
    signDisplay: 'exceptZero',
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
  });
}
