import type { Endpoint, QueryInput, Reply } from '@keepsake/contract/endpoint';
import { limits } from '@keepsake/contract/limits';
import {
  bucketStats,
  dashboard,
  listErrorGroups,
  listErrors,
  overview,
  sales,
  userActivity,
  workerStats,
} from '@keepsake/contract/admin/monitoring';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../shared/api.ts';
import { serverTime } from '../../shared/clock.ts';

/** Polling interval of the administrators' pages. */
const pollMs = 60_000;

export type ErrorFilter = Pick<QueryInput<typeof listErrorGroups>, 'state' | 'module' | 'search' | 'from' | 'to'> & {
  recent?: 'true' | undefined;
};

/** Prefix of the keys of both error lists. */
export const errorsKey = ['admin', 'errors'] as const;

export function errorGroupsQuery(page: number, filter: ErrorFilter) {
  return queryOptions({
    queryKey: [...errorsKey, 'groups', page, filter],
    queryFn: ({ signal }) => call(listErrorGroups, { query: { page, limit: limits.adminPageSize, ...filter }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  });
}

export function errorsOfGroupQuery(page: number, group: string) {
  return queryOptions({
    queryKey: [...errorsKey, 'entries', page, group],
    queryFn: ({ signal }) => call(listErrors, { query: { page, limit: limits.adminPageSize, group }, signal }),
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

export interface Overview {
  /** What needs attention, what is waiting, and what is stored. */
  now: Reply<typeof overview>;
  counts: Reply<typeof dashboard>;
  sales: Reply<typeof sales>;
  stats: Reply<typeof bucketStats>;
  /** Active users by UTC day. */
  activity: Record<string, number>;
}

interface LoadedOverview extends Partial<Overview> {
  /** Time of the oldest reply; null before the first one. */
  asOf: Date | null;
  /** Why a part could not be loaded. */
  error: Error | null;
  isLoading: boolean;
  /** Whether every part has been loaded, or could not be, at least once. */
  isSettled: boolean;
  /** Refetches the missing parts. */
  retry: () => void;
}

const nowQuery = everyMinute('overview', overview);
const countsQuery = everyMinute('dashboard', dashboard);
const salesQuery = everyMinute('sales', sales);
const statsQuery = everyMinute('bucket-stats', bucketStats);
const activityQuery = everyMinute('user-activity', userActivity);

/** The data of the overview, polled every minute. Each part stays if a later request fails. */
export function useOverview(): LoadedOverview {
  const now = useQuery(nowQuery);
  const counts = useQuery(countsQuery);
  const sold = useQuery(salesQuery);
  const stats = useQuery(statsQuery);
  const activity = useQuery(activityQuery);
  const all = [now, counts, sold, stats, activity];
  const missing = all.filter(({ data }) => data === undefined);
  const times = all.filter(({ data }) => data !== undefined).map(({ dataUpdatedAt }) => dataUpdatedAt);
  return {
    now: now.data,
    counts: counts.data,
    sales: sold.data,
    stats: stats.data,
    activity: activity.data?.daily,
    asOf: times.length === 0 ? null : serverTime(Math.min(...times)),
    error: missing.find(({ error }) => error)?.error ?? null,
    isLoading: missing.some(({ error }) => error === null),
    isSettled: all.every(({ isFetched }) => isFetched),
    retry: () => void Promise.all(missing.map(({ refetch }) => refetch())),
  };
}

/** One query per endpoint; `useQueries` would add to the bundle of every page. */
function everyMinute<E extends Endpoint>(name: string, endpoint: E) {
  return queryOptions({
    queryKey: ['admin', name],
    queryFn: ({ signal }) => call<Endpoint>(endpoint, { signal }) as Promise<Reply<E>>,
    refetchInterval: 60_000,
  });
}
