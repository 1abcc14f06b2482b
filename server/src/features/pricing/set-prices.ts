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
 * Puts new prices in force, major units in and out.
 * @throws AppError validation_failed naming a price that has decimals which its currency does not; changed_meanwhile; prices_not_confirmed
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
    // A call without a revision sets the prices whatever they were, as the API's specification has it: a program means what it sends. A
    // form says what it has seen, and a slip in it is caught here, whichever page sent it.
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

/** @throws AppError prices_not_confirmed with the `risks`, and the `current` prices that they are relative to */
function requireConfirmed(current: Pricing, prices: Pricing, confirmed: readonly PriceRisk[]): void {
  const risks = risksOf(current, prices);
  if (risks.some((risk) => !confirmed.includes(risk)))
    throw new AppError('prices_not_confirmed', { body: { risks, current } });
}

/** What of a change of the prices needs a confirmation. Prices of two currencies are not compared. */
export function risksOf(before: Pricing, after: Pricing): PriceRisk[] {
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

/** By more than half, up or down; the epsilon absorbs binary fractions. */
function isFarFrom(before: number, after: number): boolean {
  return Math.abs(after - before) > before / 2 + 1e-9;
}

/** Whether some quantity gets a discount of 100 % that it did not get before. Between two thresholds nothing changes. */
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
