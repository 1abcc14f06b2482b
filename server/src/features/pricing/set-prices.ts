import type { Body } from '@keepsake/contract/endpoint';
import { decimals } from '@keepsake/contract/orders/money';
import {
  priceRisks,
  type DiscountSet,
  type PriceRisk,
  type Pricing,
  type setPricing,
} from '@keepsake/contract/orders/pricing';
import { AppError } from '../../errors.ts';
import type { Db } from '../../platform/database/db.ts';
import { invalidFields } from '../../platform/http/invalid-fields.ts';
import { refuseIfChanged } from '../../platform/http/refuse-if-changed.ts';
import { recordChange } from '../journal/audit.queries.ts';
import {
  addPriceList,
  currentPriceList,
  lockPriceLists,
  toPricing,
  type NumberedPriceList,
} from './pricing.queries.ts';

/**
 * Sets new prices; input and result are in major units.
 * @throws AppError validation_failed if a price has more decimals than its currency; changed_meanwhile; prices_not_confirmed
 */
export async function setPrices(
  db: Db,
  { revision, confirm = [], ...prices }: Body<typeof setPricing>,
  actor: { userId: string },
): Promise<NumberedPriceList> {
  requireWholePrices(prices);
  return db.transaction().execute(async (tx) => {
    await lockPriceLists(tx);
    const before = await currentPriceList(tx);
    refuseIfChanged(revision, before.id, toPricing(before));
    // As the API's specification requires, a call without a revision (from a program) sets the prices unconditionally. A form sends the revision that
    // it has shown, so a typing error in it is caught here.
    if (revision !== undefined) requireConfirmed(toPricing(before), prices, confirm);
    await addPriceList(tx, prices, actor.userId);
    const after = await currentPriceList(tx);
    const change = { before: toPricing(before), after: toPricing(after) };
    await recordChange(tx, { actor, action: 'pricing.set', subject: null, ...change });
    return after;
  });
}

/** @throws AppError validation_failed */
export function requireWholePrices(prices: Pricing): void {
  const wrong = (['basePrice', 'variantPrice'] as const).filter(
    (field) => decimals[prices.currency] === 0 && !Number.isInteger(prices[field]),
  );
  if (wrong.length > 0) throw invalidFields(Object.fromEntries(wrong.map((field) => [field, { code: 'not_whole' }])));
}

/** @throws AppError prices_not_confirmed with the `risks` and the `current` prices */
function requireConfirmed(current: Pricing, prices: Pricing, confirmed: readonly PriceRisk[]): void {
  const risks = risksOf(current, prices);
  if (risks.some((risk) => !confirmed.includes(risk)))
    throw new AppError('prices_not_confirmed', { body: { risks, current } });
}

/** The parts of a price change that need a confirmation. Prices in different currencies are not compared. */
function risksOf(before: Pricing, after: Pricing): PriceRisk[] {
  const isSameCurrency = before.currency === after.currency;
  const isThere: Record<PriceRisk, boolean> = {
    currency: !isSameCurrency,
    base_price: isSameCurrency && isFarFrom(before.basePrice, after.basePrice),
    variant_price: isSameCurrency && isFarFrom(before.variantPrice, after.variantPrice),
    free_discount: (['volumeDiscounts', 'variantDiscounts', 'packageDiscounts'] as const).some((kind) =>
      isFreeAnew(before[kind], after[kind]),
    ),
  };
  return priceRisks.filter((risk) => isThere[risk]);
}

/** Whether a price changes by more than half, up or down; the epsilon absorbs binary fractions. */
function isFarFrom(before: number, after: number): boolean {
  return Math.abs(after - before) > before / 2 + 1e-9;
}

/** Whether some quantity newly gets a discount of 100 %. Only thresholds are checked: nothing changes between two of them. */
function isFreeAnew(before: DiscountSet, after: DiscountSet): boolean {
  return Object.keys({ ...before, ...after })
    .map(Number)
    .some((quantity) => percentAt(after, quantity) === 100 && percentAt(before, quantity) !== 100);
}

function percentAt(discounts: DiscountSet, quantity: number): number {
  const reached = Object.keys(discounts)
    .map(Number)
    .filter((threshold) => threshold <= quantity);
  return discounts[Math.max(...reached)] ?? 0;
}
