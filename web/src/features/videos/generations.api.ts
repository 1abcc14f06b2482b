import { latestGenerationDeletion } from '@keepsake/contract/videos';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/api.ts';

export const generationsKey = ['admin', 'generations'];

/** The last deletion of all generations; looked at again while it runs. */
export const deletionQuery = queryOptions({
  queryKey: ['admin', 'generation-deletion'],
  queryFn: async ({ signal }) => (await call(latestGenerationDeletion, { signal })).deletion,
  refetchInterval: ({ state: { data } }) => (data?.state === 'running' ? 2000 : false),
});
