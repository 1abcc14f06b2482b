import { getVideoConfig, latestVideoConfigTest } from '@keepsake/contract/videos';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../../shared/api.ts';

/** How films are made, fetched anew when it is opened. */
export const videoConfigQuery = queryOptions({
  queryKey: ['admin', 'video-config'],
  queryFn: ({ signal }) => call(getVideoConfig, { signal }),
  staleTime: 0,
  gcTime: 0,
});

/** The last test film; looked at again while it is being made. */
export const configTestQuery = queryOptions({
  queryKey: ['admin', 'video-config-test'],
  queryFn: async ({ signal }) => (await call(latestVideoConfigTest, { signal })).test,
  refetchInterval: ({ state: { data } }) => (data?.state === 'queued' || data?.state === 'creating' ? 2000 : false),
});
