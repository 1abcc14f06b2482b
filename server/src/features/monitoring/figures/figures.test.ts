import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, test } from 'vitest';
import type { Currency } from '@keepsake/contract/primitives';
import * as monitoring from '@keepsake/contract/admin/monitoring';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { shopHistory, type HistorySet } from '../../../../test/shop-history.ts';
import { rollUpChanges } from './figure-sum.queries.ts';

const doc = readFileSync(join(import.meta.dirname, '../../../../../docs/figures.md'), 'utf8');
const definitions = tableOf('definitions');
const events = tableOf('events');
const values = tableOf('values');
const dayMs = 86_400_000;

let app: TestApp;
let noon: Date;
let replies: Record<string, unknown>;
beforeAll(async () => {
  // At noon no day ends while the test runs.
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  noon = new Date(today + dayMs / 2);
  app = await startTestApp(undefined, { settings: { CLOCK_OFFSET_MS: String(noon.getTime() - Date.now()) } });
  const admin = await app.createUser({ role: 'Admin' });
  await playExample();
  replies = await askAll(admin.token);
});

describe('the worked example of docs/figures.md', () => {
  for (const { call = '', field = '', value = '' } of values) {
    test(`${call} says ${field} ${value}`, () => {
      const [, path = '', , days] = /^([^ ]+)( \(([^)]+) days?(?: ago)?\))?$/.exec(field) ?? [];
      const said = valueAt(replies[call], path);
      if (days === undefined) return assertSame(said, JSON.parse(value));
      const perDay = said as Record<string, number>;
      assert.equal(days === 'how many' ? Object.keys(perDay).length : perDay[dayOf(Number(days))], JSON.parse(value));
    });
  }

  test('stays the same when the changes are rolled up into the sums', async () => {
    const admin = await app.createUser({ role: 'Admin' });
    while ((await rollUpChanges(app.db, 7)) > 0);
    const { users, ...counts } = (await askAll(admin.token))['dashboard'] as { users: number };
    const { users: usersBefore, ...countsBefore } = replies['dashboard'] as { users: number };
    assert.deepEqual([users, counts], [usersBefore + 1, countsBefore]);
    const { dashboard: _now, ...others } = await askAll(admin.token);
    const { dashboard: _before, ...othersBefore } = replies;
    assert.deepEqual(others, othersBefore);
  });
});

test('docs/figures.md defines every field of the four calls once, and its example gives each a value', () => {
  const answered = Object.entries(replies).flatMap(([call, reply]) =>
    fieldsOf(reply).map((field) => `${call} ${field}`),
  );
  const named = (rows: Row[]) =>
    rows.map(({ call, field = '' }) => `${call} ${field.replace(/ \(.*|\.\d+(?=\.)/g, '')}`);
  assert.deepEqual(named(definitions).toSorted(), [...new Set(answered)].toSorted());
  assert.deepEqual([...new Set(named(values))].toSorted(), named(definitions).toSorted());
});

test('a shop without an order shows zeros and no growth instead of a division by zero', async (t) => {
  const empty = await startTestApp(t);
  const { token } = await empty.createUser({ role: 'Admin' });
  const sales = (await empty.call(monitoring.sales, { token })).data;
  const { currency: _, revenueGrowth, ...stats } = (await empty.call(monitoring.bucketStats, { token })).data;
  assert.equal(revenueGrowth, null);
  assert.equal(Object.keys(sales.dailyStats).length, 30);
  assert.deepEqual(sales.byCurrency, {});
  const figures = [...leavesOf(stats), ...leavesOf(sales.dailyStats), ...leavesOf(sales.currencies)];
  assert.deepEqual(
    figures.filter((figure) => figure !== 0 && figure !== 'USD'),
    [],
  );
});

test('a shop without sales for 30 days shows no growth', async (t) => {
  const { db, call, createUser } = await startTestApp(t);
  const { token } = await createUser({ role: 'Admin' });
  const history = shopHistory(db);
  const growthAfter = async (daysAgo: number) => {
    const moment = new Date(Date.now() - daysAgo * dayMs);
    await history.pay(moment, await history.begin(moment, await history.join(moment), [[1]]));
    return (await call(monitoring.bucketStats, { token })).data.revenueGrowth;
  };
  assert.equal(await growthAfter(40), null);
  assert.equal(await growthAfter(2), 0);
});

/** Writes what the table of events says, by the product's own code. */
async function playExample(): Promise<void> {
  const history = shopHistory(app.db);
  const people = {
    Anna: (await app.createUser({ name: 'Anna' })).id,
    Béla: (await app.createUser({ name: 'Béla' })).id,
  };
  const sets = new Map<
    string,
    HistorySet & { films: { id: string; photoId: string }[]; paidAt: Date; payment: string }
  >();
  for (const [
    place,
    { 'days ago': daysAgo, 'what happens': what = '', set: name = '', details = '' },
  ] of events.entries()) {
    // Within a day a second after each other, before noon.
    const moment = new Date(noon.getTime() - Number(daysAgo) * dayMs - 3_600_000 + place * 1000);
    const set = sets.get(name) ?? { bucketId: '', userId: '', photoIds: [], films: [], paidAt: moment, payment: '' };
    const [person, deed] = what.split(' ') as [keyof typeof people, string];
    const numbers = (details.match(/\d+/g) ?? []).map(Number);
    const [first = 0, second = 0] = numbers;
    const currency = details.slice(-3) as Currency;
    const film = set.films[first - 1] ?? { id: '', photoId: '' };
    if (what === 'prices') await history.prices(moment, { basePrice: first, variantPrice: second, currency });
    else if (deed === 'begins') {
      const begun = await history.begin(
        moment,
        people[person],
        numbers.map((films) => [films]),
      );
      sets.set(name, { ...set, ...begun });
    } else if (deed === 'visits') await history.visit(moment, people[person]);
    else if (what === 'paid') {
      const { amount, films, paymentIntent, ...paid } = await history.pay(moment, set);
      assert.deepEqual([amount / 100, paid.currency], [first, currency], `what set ${name} costs`);
      sets.set(name, { ...set, films, paidAt: moment, payment: paymentIntent });
    } else if (what === 'film is made') await history.deliver(new Date(set.paidAt.getTime() + second * 1000), film.id);
    else if (what === 'film fails') await history.fail(moment, film.id);
    else if (what === 'asked again') assert.equal(await history.retry(moment, film.photoId), 1);
    else if (what === 'deleted') await history.deleteSet(moment, set.bucketId, 'customer');
    else if (what === 'refunded' || what === 'refund failed') {
      const kind = what === 'refunded' ? 'refund' : 'refund_failed';
      const [amount, paymentIntent] = [first * 100, set.payment];
      await history.refund(moment, { kind, ref: `re_${name}`, amount, currency, paymentIntent });
    } else assert.fail(`The example says something that this test does not know: ${what}`);
  }
}

async function askAll(token: string): Promise<Record<string, unknown>> {
  return {
    dashboard: (await app.call(monitoring.dashboard, { token })).data,
    sales: (await app.call(monitoring.sales, { token })).data,
    'bucket-stats': (await app.call(monitoring.bucketStats, { token })).data,
    'user-activity': (await app.call(monitoring.userActivity, { token })).data,
  };
}

type Row = Record<string, string | undefined>;

/** The rows of the table between two marks of the page, by the titles of their columns. */
function tableOf(name: string): Row[] {
  const text = new RegExp(`<!-- ${name} -->([\\s\\S]+?)<!-- end of the ${name} -->`).exec(doc)?.[1] ?? '';
  const [titles = [], , ...rows] = text
    .trim()
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  assert.ok(rows.length > 10, `the table of ${name}`);
  return rows.map((cells) => Object.fromEntries(titles.map((title, at) => [title, cells[at]])));
}

function dayOf(daysAgo: number): string {
  return new Date(noon.getTime() - daysAgo * dayMs).toISOString().slice(0, 10);
}

function valueAt(reply: unknown, path: string): unknown {
  return path.split('.').reduce((part, name) => (part as Record<string, unknown>)[name], reply);
}

/** The product's time is kept in whole milliseconds, and processing times are in seconds. */
const tolerance = 0.002;

function assertSame(said: unknown, expected: unknown): void {
  if (typeof said === 'number' && typeof expected === 'number')
    assert.ok(Math.abs(said - expected) < tolerance, `${said} instead of ${expected}`);
  else assert.deepEqual(said, expected);
}

/** Names of a reply's fields; what has days or currencies for its keys is one field. */
function fieldsOf(reply: unknown): string[] {
  if (Array.isArray(reply)) return reply.flatMap(fieldsOf);
  if (typeof reply !== 'object' || reply === null) return [''];
  const entries = Object.entries(reply);
  if (entries.some(([name]) => /^(\d{4}-.*|[A-Z]{3})$/.test(name))) return [''];
  return entries.flatMap(([name, value]) => fieldsOf(value).map((rest) => (rest === '' ? name : `${name}.${rest}`)));
}

function leavesOf(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [value];
  return Object.values(value).flatMap(leavesOf);
}
