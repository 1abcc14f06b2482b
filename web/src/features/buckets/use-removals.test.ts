import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import type { BucketPage } from './buckets.api.ts';
import { withoutBucket, withoutPhoto } from './use-removals.ts';

/** A page of buckets, given by their photos' ids; has only the fields that a removal reads. */
function pageOf(sets: Record<string, string[]>): BucketPage {
  const buckets = Object.entries(sets).map(([id, photos]) => ({
    id,
    Contents: photos.map((photo) => ({ id: photo })),
  }));
  const pagination = { total: buckets.length, totalPages: 1, page: 1, limit: 5 };
  return { buckets, pagination } as unknown as BucketPage;
}

function setsOf({ buckets }: BucketPage): Record<string, string[]> {
  return Object.fromEntries(buckets.map(({ id, Contents }) => [id, Contents.map((photo) => photo.id)]));
}

describe('taking from the page what is being deleted', () => {
  test('a set goes with its photos and is no longer counted', () => {
    const page = withoutBucket(pageOf({ a: ['1', '2'], b: ['3'] }), { id: 'a' });
    assert.deepEqual(setsOf(page), { b: ['3'] });
    assert.equal(page.pagination.total, 1);
  });

  test('a photo leaves the others of its set', () => {
    assert.deepEqual(setsOf(withoutPhoto(pageOf({ a: ['1', '2'], b: ['3'] }), { id: '2' })), { a: ['1'], b: ['3'] });
  });

  test('the last photo takes its set along', () => {
    const page = withoutPhoto(pageOf({ a: ['1', '2'], b: ['3'] }), { id: '3' });
    assert.deepEqual(setsOf(page), { a: ['1', '2'] });
    assert.equal(page.pagination.total, 1);
  });

  test('a removal of something that is not on the page changes nothing', () => {
    const page = pageOf({ a: ['1'] });
    assert.equal(withoutPhoto(page, { id: '9' }), page);
  });
});
