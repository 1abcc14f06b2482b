import { limits } from '@keepsake/contract/limits';
import { listErrors, workerStats } from '@keepsake/contract/monitoring';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/api.ts';

/** The administrators' pages look again this often. */
const pollMs = 60_000;

export interface ErrorFilter {
  module?: string | undefined;
  search?: string | undefined;
}

export function errorsQuery(page: number, filter: ErrorFilter) {
  return queryOptions({
    queryKey: ['admin', 'errors', page, filter],
    queryFn: ({ signal }) => call(listErrors, { query: { page, limit: limits.adminPageSize, ...filter }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  });
}

export function workersQuery(page: number) {
  return queryOptions({
    queryKey: ['admin', 'workers', page],
    queryFn: ({ signal }) => call(workerStats, { query: { page, limit: limits.adminPageSize }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  });
}
