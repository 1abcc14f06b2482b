import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { ListGenerations, ProviderGeneration } from '../../../providers/video/video-provider.ts';
import { findGenerations, ListingIncomplete } from './find-generations.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const since = new Date(now - 60_000);
const minute = 60_000;

function generation(id: string, options: { token?: string; ageMs?: number | null } = {}): ProviderGeneration {
  const { token, ageMs = 0 } = options;
  const createdAt = ageMs === null ? null : new Date(now - ageMs);
  return { id, createdAt, echo: token ? [`https://shop.example/callback/${token}`] : [] } as ProviderGeneration;
}

/** A list that its provider cuts into pages of its own size; `beforePage` may change it. */
function listOf(entries: ProviderGeneration[], pageSize: number, beforePage: (page: number) => void = () => undefined) {
  let pages = 0;
  const list: ListGenerations = async ({ offset, limit }) => {
    beforePage((pages += 1));
    const generations = entries.slice(offset, offset + Math.min(limit, pageSize));
    return { generations, hasMore: offset + generations.length < entries.length };
  };
  return { list, pages: () => pages };
}

const strangers = (count: number, ageMs: (i: number) => number = (i) => i * 100) =>
  Array.from({ length: count }, (_, i) => generation(`stranger-${i}`, { ageMs: ageMs(i) }));

test('finds a token on whatever page it is', async () => {
  for (const place of [0, 1, 9, 10, 57, 199]) {
    const entries = strangers(200);
    entries.splice(place, 0, generation('mine', { token: 'secret', ageMs: place * 100 }));
    const found = await findGenerations(listOf(entries, 10).list, 'secret', since);
    assert.deepEqual(
      found.map(({ id }) => id),
      ['mine'],
      `at ${place}`,
    );
  }
});

test('finds every generation of one token', async () => {
  const entries = [
    generation('one', { token: 'secret' }),
    ...strangers(15),
    generation('two', { token: 'secret', ageMs: 2000 }),
  ];
  assert.equal((await findGenerations(listOf(entries, 10).list, 'secret', since)).length, 2);
});

test('reads no further back than ten minutes before the request', async () => {
  const { list, pages } = listOf(
    strangers(1000, (i) => i * minute),
    10,
  );
  assert.deepEqual(await findGenerations(list, 'secret', since), []);
  assert.ok(pages() <= 3, `${pages()} pages`);
});

test('assumes no order that the pages do not show: oldest first, or without times, is read to its end', async () => {
  const oldestFirst = strangers(50, (i) => (50 - i) * minute * 10);
  oldestFirst.push(generation('mine', { token: 'secret' }));
  assert.equal((await findGenerations(listOf(oldestFirst, 10).list, 'secret', since)).length, 1);
  const timeless = [...strangers(50), generation('mine', { token: 'secret', ageMs: null })].map((one) => ({
    ...one,
    createdAt: null,
  }));
  assert.equal((await findGenerations(listOf(timeless, 10).list, 'secret', since)).length, 1);
});

test('a list that loses entries while it is read proves nothing', async () => {
  const entries = strangers(40);
  const { list } = listOf(entries, 10, (page) => page === 2 && entries.splice(0, 5));
  await assert.rejects(findGenerations(list, 'secret', since), ListingIncomplete);
});

test('a list that grows while it is read is read to its end', async () => {
  for (const growth of [1, 3, 9]) {
    const entries = strangers(40);
    entries.push(generation('mine', { token: 'secret', ageMs: 5000 }));
    const grow = () => entries.unshift(...Array.from({ length: growth }, (_, i) => generation(`new-${i}`)));
    const { list } = listOf(entries, 10, (page) => page === 2 && grow());
    assert.equal((await findGenerations(list, 'secret', since)).length, 1, `by ${growth}`);
  }
});

test('pages of one entry are read one after the other', async () => {
  const entries = [...strangers(5), generation('mine', { token: 'secret' })];
  assert.equal((await findGenerations(listOf(entries, 1).list, 'secret', since)).length, 1);
});

test('a list that gives the same page again and again proves nothing', async () => {
  const generations = strangers(10);
  const list: ListGenerations = async () => ({ generations, hasMore: true });
  await assert.rejects(findGenerations(list, 'secret', since), ListingIncomplete);
});

test('a list that never ends proves nothing', async () => {
  let made = 0;
  const list: ListGenerations = async () => ({ generations: [generation(`g${(made += 1)}`)], hasMore: true });
  await assert.rejects(findGenerations(list, 'secret', since), ListingIncomplete);
});

test('a list that brings nothing new is read four times, one that never ends a thousand times', async () => {
  const stuck = { pages: 0 };
  const stuckList: ListGenerations = async () => {
    stuck.pages += 1;
    return { generations: strangers(2), hasMore: true };
  };
  await assert.rejects(findGenerations(stuckList, 'secret', since), ListingIncomplete);
  assert.equal(stuck.pages, 4);
  let made = 0;
  const endless: ListGenerations = async () => ({ generations: [generation(`g${(made += 1)}`)], hasMore: true });
  await assert.rejects(findGenerations(endless, 'secret', since), ListingIncomplete);
  assert.equal(made, 1000);
});

test('a list that announces more and returns nothing has ended', async () => {
  const list: ListGenerations = async () => ({ generations: [], hasMore: true });
  assert.deepEqual(await findGenerations(list, 'secret', since), []);
});

describe('a page is the last one that is read', () => {
  /** Whether the second of two pages is read: the ages of the first one’s entries, after the request. */
  const isRead = async (...ages: number[]) => {
    const entries = ages.map((ageMs, place) => generation(`stranger-${place}`, { ageMs: ageMs + minute }));
    entries.push(generation('mine', { token: 'secret', ageMs: 100 * minute }));
    return (await findGenerations(listOf(entries, ages.length).list, 'secret', since)).length === 1;
  };

  test('if its last entry is more than ten minutes older than the request', async () => {
    assert.equal(await isRead(0, 10 * minute), true);
    assert.equal(await isRead(0, 10 * minute + 1), false);
    assert.equal(await isRead(0, minute, 10 * minute + 1), false);
    assert.equal(await isRead(0, 20 * minute, 20 * minute), false);
  });

  test('not if its entries are in another order, or there is only one', async () => {
    assert.equal(await isRead(20 * minute, minute, 30 * minute), true);
    assert.equal(await isRead(20 * minute), true);
  });
});
