import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { calculatePrice, getPricing, setPricing, type Pricing } from '@keepsake/contract/orders/pricing';
import { startTestApp } from '../../../test/harness.ts';
import { createPhotoSet } from '../../../test/photo-set.ts';
import { sql } from 'kysely';
import { firstRow } from '../../../test/statements.ts';
import { seedPricing } from './pricing.queries.ts';

const app = await startTestApp(undefined);
const user = await app.createUser();
const admin = await app.createUser({ role: 'Admin' });
const forints: Pricing = {
  basePrice: 1990,
  variantPrice: 790,
  currency: 'HUF',
  volumeDiscounts: { 2: 10 },
  variantDiscounts: {},
  packageDiscounts: {},
};

describe('the prices', () => {
  test('are there on a fresh instance, seeded once however many processes start', async () => {
    await Promise.all(Array.from({ length: 4 }, () => seedPricing(app.db)));
    assert.equal((await firstRow<{ n: number }>(app.db, sql`select count(*) as n from price_lists`))?.n, 1);
    const { data } = await app.call(getPricing);
    assert.equal(data.data.currency, 'USD');
    assert.ok(data.data.basePrice > 0 && data.data.variantPrice > 0);
    assert.ok(Object.keys(data.data.volumeDiscounts).length > 0);
  });

  test('are set by administrators only', async () => {
    assert.equal((await app.call(setPricing, { body: forints })).status, 401);
    assert.equal((await app.call(setPricing, { body: forints, token: user.token })).error.code, 'not_allowed');
  });

  test('that are new replace none of the old ones', async () => {
    const count = async () =>
      (await firstRow<{ n: number }>(app.db, sql`select count(*) as n from price_lists`))?.n ?? 0;
    const earlier = await count();
    const seeded = (await app.call(getPricing)).data.data;
    const { data } = await app.call(setPricing, { body: forints, token: admin.token });
    assert.deepEqual(data.data, forints);
    assert.deepEqual((await app.call(getPricing)).data.data, forints);
    assert.equal(await count(), earlier + 1);
    const change = await firstRow<{ actorId: string; before: Pricing; after: Pricing }>(
      app.db,
      sql`select actor_id, before, after from audit_log where action = 'pricing.set' order by at desc limit 1`,
    );
    assert.deepEqual(change, { actorId: admin.id, before: seeded, after: forints });
  });

  test('that somebody else has set meanwhile are not overwritten unseen', async () => {
    const { revision } = (await app.call(getPricing)).data;
    const set = (basePrice: number, seen?: number) =>
      app.call(setPricing, {
        body: { ...forints, basePrice, ...(seen !== undefined && { revision: seen }) },
        token: admin.token,
      });
    const first = await set(2000, revision);
    assert.ok(first.data.revision > revision);
    const late = await set(3000, revision);
    assert.deepEqual([late.status, late.error.code], [409, 'changed_meanwhile']);
    assert.deepEqual((late.error as { current?: unknown }).current, { ...forints, basePrice: 2000 });
    assert.equal((await app.call(getPricing)).data.data.basePrice, 2000);
    const atOnce = await Promise.all([set(2100, first.data.revision), set(2200, first.data.revision)]);
    assert.deepEqual(atOnce.map(({ status }) => status).toSorted(), [200, 409]);
    assert.equal((await set(1990)).status, 200, 'who has seen nothing in particular changes what there is');
  });

  test('that make some order too small for a card are taken, with a warning', async () => {
    const warned = async (change: Partial<Pricing>) =>
      (await app.call(setPricing, { body: { ...forints, ...change }, token: admin.token })).data.warnings;
    const dollars = {
      currency: 'USD',
      basePrice: 4.99,
      variantPrice: 1.99,
      volumeDiscounts: {},
      packageDiscounts: {},
    } as const;
    assert.deepEqual(await warned(forints), []);
    assert.deepEqual(await warned({ basePrice: 174 }), ['below_card_minimum']);
    assert.deepEqual(await warned(dollars), []);
    assert.deepEqual(await warned({ ...dollars, basePrice: 0.01 }), ['below_card_minimum']);
    assert.deepEqual(await warned({ ...dollars, packageDiscounts: { 4: 99 } }), ['below_card_minimum']);
    assert.deepEqual(
      await warned({ ...dollars, packageDiscounts: { 1: 100 } }),
      [],
      'nothing to pay is not too little',
    );
    await app.call(setPricing, { body: forints, token: admin.token });
  });

  test('are refused where they make no sense, field by field', async () => {
    const refused = async (change: object) => {
      const { status, error } = await app.call(setPricing, { body: { ...forints, ...change }, token: admin.token });
      assert.equal(status, 400, JSON.stringify(change));
      assert.equal(error.code, 'validation_failed');
      return Object.keys(error.fields ?? {});
    };
    assert.deepEqual(await refused({ basePrice: 0 }), ['basePrice']);
    assert.deepEqual(await refused({ variantPrice: 1.999 }), ['variantPrice']);
    assert.deepEqual(await refused({ currency: 'CHF' }), ['currency']);
    assert.deepEqual(await refused({ basePrice: 19.9, variantPrice: 7.5 }), ['basePrice', 'variantPrice']);
    assert.equal((await refused({ volumeDiscounts: { 0: 10 } })).length, 1);
    assert.equal((await refused({ volumeDiscounts: { '1.5': 10 } })).length, 1);
    assert.deepEqual(await refused({ volumeDiscounts: { 5: 101 } }), ['volumeDiscounts.5']);
    assert.deepEqual(await refused({ packageDiscounts: { 5: 2.5 } }), ['packageDiscounts.5']);
  });
});

describe('the calculated price', () => {
  test('of so many photos with so many films on average', async () => {
    await app.call(setPricing, { body: forints, token: admin.token });
    const { data } = await app.call(calculatePrice, { body: { imageCount: 3, variantsPerImage: 7 / 3 } });
    assert.deepEqual(data, {
      total: 0.9 * 3 * 1990 + 4 * 790,
      currency: 'HUF',
      includesVat: true,
      subtotal: 3 * 1990 + 4 * 790,
      imageCount: 3,
      versionCount: 7,
      appliedDiscounts: { volumeDiscount: 10, variantDiscount: 0, packageDiscount: 0 },
      lines: [
        { kind: 'base', quantity: 3, unitPrice: 1990, amount: 5970 },
        { kind: 'volume_discount', quantity: 3, percent: 10, amount: -597 },
        { kind: 'variants', quantity: 4, unitPrice: 790, amount: 3160 },
      ],
    });
  });

  test('says that it contains VAT where the invoices will say so', async (t) => {
    const { config } = app.deps;
    const before = { ...config };
    t.onTestFinished(() => void Object.assign(config, before));
    const contains = async (settings: Partial<typeof config>) => {
      Object.assign(config, { BILLINGO_API_KEY: undefined }, settings);
      return (await app.call(calculatePrice, { body: { imageCount: 1, variantsPerImage: 1 } })).data.includesVat;
    };
    assert.equal(await contains({ SELLER_VAT_PERCENT: 27 }), true);
    assert.equal(await contains({ SELLER_VAT_PERCENT: 0 }), false);
    const BILLINGO_API_KEY = 'a key';
    assert.equal(await contains({ SELLER_VAT_PERCENT: 0, BILLINGO_API_KEY, BILLINGO_VAT: '27%' }), true);
    assert.equal(await contains({ SELLER_VAT_PERCENT: 27, BILLINGO_API_KEY, BILLINGO_VAT: 'AAM' }), false);
  });

  test('rounds the number of films, halves up, those that binary fractions hide included', async () => {
    const films = async (imageCount: number, variantsPerImage: number) =>
      (await app.call(calculatePrice, { body: { imageCount, variantsPerImage } })).data.versionCount;
    assert.deepEqual([await films(100, 1.005), await films(1, 1.5), await films(1, 1.49)], [101, 2, 1]);
  });

  test('of a set of one’s own; a photo without effects counts as one film', async () => {
    const { bucketId } = await createPhotoSet(app.db, user.id, [[2], [1, 3], []]);
    const { data } = await app.call(calculatePrice, { body: { bucketId }, token: user.token });
    assert.deepEqual([data.imageCount, data.versionCount], [3, 7]);
    const empty = await createPhotoSet(app.db, user.id, []);
    const nothing = await app.call(calculatePrice, { body: { bucketId: empty.bucketId }, token: user.token });
    assert.deepEqual([nothing.data.total, nothing.data.lines], [0, []]);
  });

  test('of a set is for its owner only: to everybody else it does not exist', async () => {
    const { bucketId } = await createPhotoSet(app.db, user.id, [[1]]);
    assert.equal((await app.call(calculatePrice, { body: { bucketId } })).status, 401);
    for (const stranger of [await app.createUser(), admin]) {
      const { status, error } = await app.call(calculatePrice, { body: { bucketId }, token: stranger.token });
      assert.deepEqual([status, error.code], [404, 'not_found']);
    }
  });

  test('names the field that is missing', async () => {
    for (const [body, fields] of [
      [{ imageCount: 1 }, ['variantsPerImage']],
      [{ variantsPerImage: 1 }, ['imageCount']],
      [{}, ['imageCount', 'variantsPerImage']],
      [{ bucketId: 'x' }, ['bucketId']],
      [{ imageCount: 1, variantsPerImage: '0x10' }, ['variantsPerImage']],
    ] as const) {
      const { status, error } = await app.call(calculatePrice, { body });
      assert.deepEqual([status, Object.keys(error.fields ?? {}).toSorted()], [400, fields], JSON.stringify(body));
    }
  });

  test('refuses numbers that no order has', async () => {
    for (const body of [
      { imageCount: -1, variantsPerImage: 1 },
      { imageCount: 1.5, variantsPerImage: 1 },
      { imageCount: 1, variantsPerImage: 0.5 },
      { imageCount: '3', variantsPerImage: 1 },
      { imageCount: 1 },
      {},
    ]) {
      assert.equal((await app.call(calculatePrice, { body })).status, 400, JSON.stringify(body));
    }
  });
});
