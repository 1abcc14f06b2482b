import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { startTestApp } from '../../../test/harness.ts';
import { sql } from 'kysely';
import { firstRow, runStatement } from '../../../test/statements.ts';
import { currentPriceList, seedPricing, toPricing } from './pricing.queries.ts';

const { db } = await startTestApp(undefined);

describe('the first prices', () => {
  test('are set once, however many processes start at the same time', async () => {
    await runStatement(db, sql`delete from price_lists`);
    await assert.rejects(currentPriceList(db), /no price list/);
    await Promise.all(Array.from({ length: 6 }, () => seedPricing(db)));
    assert.equal((await firstRow<{ n: number }>(db, sql`select count(*)::int as n from price_lists`))?.n, 1);
  });

  test('are in dollars, with discounts of each kind', async () => {
    assert.deepEqual(toPricing(await currentPriceList(db)), {
      basePrice: 4.99,
      variantPrice: 1.99,
      currency: 'USD',
      volumeDiscounts: { 5: 10, 10: 15, 20: 20 },
      variantDiscounts: { 3: 10, 5: 20 },
      packageDiscounts: { 10: 5, 25: 10 },
    });
  });
});
