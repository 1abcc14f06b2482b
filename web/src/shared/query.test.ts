import { QueryClient, queryOptions } from '@tanstack/react-query';
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { showState } from './query.ts';

test('a state that a change was answered with is not overwritten by what was asked for before', async () => {
  const queries = new QueryClient();
  const { promise, resolve } = Promise.withResolvers<string>();
  const query = queryOptions({ queryKey: ['state'], queryFn: () => promise });
  const asked = queries.fetchQuery(query).catch(() => undefined);
  await showState(queries, query, 'newer');
  resolve('older');
  await asked;
  assert.equal(queries.getQueryData(query.queryKey), 'newer');
});
