import { decimals } from '@keepsake/contract/money';
import type { Body } from '@keepsake/contract/endpoint';
import type { setPricing } from '@keepsake/contract/pricing';
import type { Db } from '../../platform/db.ts';
import { invalidFields } from '../../platform/http/invalid-fields.ts';
import { refuseIfChanged } from '../../platform/http/refuse-if-changed.ts';
import { recordChange } from '../journal/audit.queries.ts';
import {
  addPriceList,
  currentPriceList,
  lockPriceLists,
  toPricing,
  type NumberedPriceList,
} from './price-list.queries.ts';

/**
 * Puts new prices in force, major units in and out.
 * @throws AppError validation_failed naming a price that has decimals which its currency does not; changed_meanwhile
 */
export async function setPrices(
  db: Db,
  { revision, ...prices }: Body<typeof setPricing>,
  actor: { userId: string },
): Promise<NumberedPriceList> {
  const wrong = (['basePrice', 'variantPrice'] as const).filter(
    (field) => decimals[prices.currency] === 0 && !Number.isInteger(prices[field]),
  );
  if (wrong.length > 0) throw invalidFields(Object.fromEntries(wrong.map((field) => [field, { code: 'not_whole' }])));
  return db.transaction(async (tx) => {
    await lockPriceLists(tx);
    const before = await currentPriceList(tx);
    refuseIfChanged(revision, before.id, toPricing(before));
    await addPriceList(tx, prices, actor.userId);
    const after = await currentPriceList(tx);
    const change = { before: toPricing(before), after: toPricing(after) };
    await recordChange(tx, { actor, action: 'pricing.set', subject: null, ...change });
    return after;
  });
}
