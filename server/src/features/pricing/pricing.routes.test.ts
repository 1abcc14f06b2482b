import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import {
  calculatePrice,
  getPricing,
  listPriceLists,
  previewPricing,
  type PriceRisk,
  type Pricing,
  setPricing,
} from '@keepsake/contract/orders/pricing';
import { startTestApp } from '../../../test/harness.ts';
import { createPhotoSet } from '../../../test/photo-set.ts';
import { sql } from 'kysely';
import { firstRow, runStatement } from '../../../test/statements.ts';
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

  test('set by somebody else in the meantime are not overwritten unseen', async () => {
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

  test('are refused if they make no sense, field by field', async () => {
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

describe('a change that is rarely meant', () => {
  const dollars: Pricing = {
    basePrice: 10,
    variantPrice: 4,
    currency: 'USD',
    volumeDiscounts: { 5: 10 },
    variantDiscounts: {},
    packageDiscounts: {},
  };
  const set = (change: Partial<Pricing>, more: { revision?: number; confirm?: PriceRisk[] } = {}) =>
    app.call(setPricing, { body: { ...dollars, ...change, ...more }, token: admin.token });
  const current = async () => (await app.call(getPricing)).data;

  test('is refused from a form until every part is confirmed, and saves nothing before', async () => {
    assert.equal((await set({})).status, 200);
    const { revision } = await current();
    const risks = async (change: Partial<Pricing>, confirm?: PriceRisk[]) => {
      const { status, error } = await set(change, { revision, ...(confirm && { confirm }) });
      assert.deepEqual([status, error.code], [409, 'prices_not_confirmed'], JSON.stringify(change));
      const body = error as unknown as { risks: PriceRisk[]; current: Pricing };
      assert.deepEqual(body.current, dollars);
      return body.risks;
    };
    const forint = { currency: 'HUF', basePrice: 1990, variantPrice: 790 } as const;
    assert.deepEqual(await risks(forint), ['currency']);
    assert.deepEqual(await risks({ basePrice: 15.01 }), ['base_price']);
    assert.deepEqual(await risks({ basePrice: 4.99 }), ['base_price']);
    assert.deepEqual(await risks({ variantPrice: 6.01 }), ['variant_price']);
    for (const kind of ['volumeDiscounts', 'variantDiscounts', 'packageDiscounts'] as const)
      assert.deepEqual(await risks({ [kind]: { 7: 100 } }), ['free_discount']);
    const several = { basePrice: 1, variantPrice: 1, packageDiscounts: { 1: 100 } };
    const all = ['base_price', 'variant_price', 'free_discount'] as const;
    assert.deepEqual(await risks(several), all);
    assert.deepEqual(await risks(several, ['base_price', 'currency']), all, 'some of it is not all');
    assert.deepEqual(await current(), { data: dollars, revision });
    const confirmed = await set(several, { revision, confirm: [...all] });
    assert.deepEqual([confirmed.status, confirmed.data.data], [200, { ...dollars, ...several }]);
  });

  test('is one by more than half only, and a discount of 100 % only if it is new', async () => {
    const first = { packageDiscounts: { 5: 100, 10: 20 } };
    await set(first);
    const accepted = async (change: Partial<Pricing>) =>
      (await set(change, { revision: (await current()).revision })).status;
    assert.equal(await accepted({ ...first, basePrice: 15, variantPrice: 2 }), 200, 'by half');
    assert.equal(
      await accepted({ basePrice: 15, variantPrice: 2, packageDiscounts: { 6: 100, 10: 20 } }),
      200,
      'rarer',
    );
    assert.equal(await accepted({ basePrice: 15, variantPrice: 2, packageDiscounts: { 6: 100 } }), 409, 'for 10, too');
  });

  test('needs no confirmation in the call as it is specified, which names no revision', async () => {
    assert.equal((await set({ currency: 'HUF', basePrice: 1990, variantPrice: 790 })).status, 200);
    assert.equal((await set({ packageDiscounts: { 1: 100 } })).status, 200);
  });

  test('is about the prices in force: who has seen others is answered with these first', async () => {
    await set({});
    const { revision } = await current();
    await set({ basePrice: 11 });
    assert.equal((await set({ basePrice: 100 }, { revision })).error.code, 'changed_meanwhile');
  });
});

describe('sample orders', () => {
  const dollars: Pricing = {
    basePrice: 4.99,
    variantPrice: 1.99,
    currency: 'USD',
    volumeDiscounts: { 10: 15 },
    variantDiscounts: { 5: 20 },
    packageDiscounts: { 25: 10 },
  };
  const preview = (body: Pricing, token?: string) => app.call(previewPricing, { body, ...(token && { token }) });

  test('cost before and after what the same order is calculated to cost, and change nothing', async () => {
    await app.call(setPricing, { body: dollars, token: admin.token });
    const next = { ...dollars, basePrice: 6.5, volumeDiscounts: { 3: 50 } };
    const { data } = await preview(next, admin.token);
    assert.deepEqual((await app.call(getPricing)).data.data, dollars);
    assert.deepEqual(
      data.samples.map(({ photos, effects, versions }) => [photos, effects, versions]),
      [
        [1, 1, 1],
        [3, 2, 1],
        [10, 2, 3],
      ],
    );
    for (const side of ['before', 'after'] as const) {
      await app.call(setPricing, { body: side === 'before' ? dollars : next, token: admin.token });
      for (const { photos, effects, versions, ...prices } of data.samples) {
        const body = { imageCount: photos, variantsPerImage: effects * versions };
        const { total, currency, appliedDiscounts } = (await app.call(calculatePrice, { body })).data;
        assert.deepEqual(prices[side], { total, currency, appliedDiscounts }, `${photos} photos ${side}`);
      }
    }
    assert.deepEqual(data.samples[2]?.before.appliedDiscounts, {
      volumeDiscount: 15,
      variantDiscount: 20,
      packageDiscount: 10,
    });
  });

  test('are for administrators, of prices that make sense', async () => {
    assert.equal((await preview(dollars)).status, 401);
    assert.equal((await preview(dollars, user.token)).status, 403);
    const { status, error } = await preview({ ...dollars, currency: 'HUF' }, admin.token);
    assert.deepEqual([status, Object.keys(error.fields ?? {})], [400, ['basePrice', 'variantPrice']]);
  });
});

describe('the history of prices', () => {
  const history = (query = {}, token: string | undefined = admin.token) =>
    app.call(listPriceLists, { query, ...(token && { token }) });

  test('says who set what when, newest first; earlier prices set again are a further entry', async () => {
    const colleague = await app.createUser({ role: 'Admin' });
    await app.call(setPricing, { body: forints, token: admin.token });
    await app.call(setPricing, { body: { ...forints, basePrice: 2490 }, token: colleague.token });
    const before = (await history({ limit: 2 })).data;
    assert.deepEqual(
      before.data.map(({ by, prices, before: earlier }) => [by?.id, prices.basePrice, earlier?.basePrice]),
      [
        [colleague.id, 2490, 1990],
        [admin.id, 1990, before.data[1]?.before?.basePrice],
      ],
    );
    assert.equal(before.data[0]?.revision, (await app.call(getPricing)).data.revision);
    const old = before.data[1];
    assert.ok(old);
    const restored = await app.call(setPricing, {
      body: { ...old.prices, revision: before.data[0]?.revision },
      token: admin.token,
    });
    assert.equal(restored.status, 200);
    const { data, total } = (await history()).data;
    assert.deepEqual([data[0]?.prices, total], [old.prices, before.total + 1]);
    const second = (await history({ limit: 2, page: 2 })).data.data;
    assert.deepEqual(second, data.slice(2, 4));
    const last = (await history({ limit: 1, page: total })).data.data[0];
    assert.deepEqual([last?.by, last?.before], [null, null], 'the prices that the product came with');
    await runStatement(app.db, sql`delete from users where id = ${colleague.id}`);
    assert.equal((await history()).data.data[1]?.by, null, 'of an account that is deleted');
  });

  test('is for administrators', async () => {
    assert.equal((await history({}, '')).status, 401);
    assert.equal((await history({}, user.token)).status, 403);
  });
});

describe('the calculated price', () => {
  test('of a number of photos with an average number of films', async () => {
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

  test('says that it contains VAT if the invoices will say so', async (t) => {
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
    const { error } = await app.call(calculatePrice, { body: { imageCount: 1 } });
    assert.deepEqual(error['problems'], { variantsPerImage: { code: 'required' } });
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
