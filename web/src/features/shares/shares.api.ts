import { listShares } from '@keepsake/contract/films/shares';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/api.ts';

/** The active links of a bucket. */
export function sharesQuery(bucketId: string) {
  return queryOptions({
    queryKey: ['shares', bucketId],
    queryFn: ({ signal }) => call(listShares, { params: { id: bucketId }, signal }),
    staleTime: 0,
  });
}
