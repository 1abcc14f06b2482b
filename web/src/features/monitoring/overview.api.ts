import type { Endpoint, Reply } from '@keepsake/contract/endpoint';
import { bucketStats, dashboard, sales, userActivity } from '@keepsake/contract/monitoring';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../shared/api.ts';
import { serverTime } from '../../shared/clock.ts';

export interface Overview {
  counts: Reply<typeof dashboard>;
  sales: Reply<typeof sales>;
  stats: Reply<typeof bucketStats>;
  /** People per UTC day. */
  activity: Record<string, number>;
  /** The oldest of the answers. */
  asOf: Date;
}

const countsQuery = everyMinute('dashboard', dashboard);
const salesQuery = everyMinute('sales', sales);
const statsQuery = everyMinute('bucket-stats', bucketStats);
const activityQuery = everyMinute('user-activity', userActivity);

/** Everything that the overview shows, asked for anew every minute; what has come stays while a later answer fails. */
export function useOverview(): { data: Overview | undefined; error: Error | null } {
  const counts = useQuery(countsQuery);
  const sold = useQuery(salesQuery);
  const stats = useQuery(statsQuery);
  const activity = useQuery(activityQuery);
  const all = [counts, sold, stats, activity];
  const error = all.find((query) => query.error)?.error ?? null;
  if (!counts.data || !sold.data || !stats.data || !activity.data) return { data: undefined, error };
  const asOf = serverTime(Math.min(...all.map(({ dataUpdatedAt }) => dataUpdatedAt)));
  return {
    data: { counts: counts.data, sales: sold.data, stats: stats.data, activity: activity.data.daily, asOf },
    error,
  };
}

/** Each by itself: what asks several at once would weigh on every page. */
function everyMinute<E extends Endpoint>(name: string, endpoint: E) {
  return queryOptions({
    queryKey: ['admin', name],
    queryFn: ({ signal }) => call<Endpoint>(endpoint, { signal }) as Promise<Reply<E>>,
    refetchInterval: 60_000,
  });
}
