import { queryOptions } from '@tanstack/react-query';
import { fetchBucket } from '../photos.api.ts';
import { useCart } from './cart.ts';
import { saveChoices } from './save-choices.ts';

/**
 * A bucket as it is ordered. What was chosen in this browser is saved first and nothing is cached, because what is shown is what the
 * customer pays.
 */
export function orderedBucketQuery(id: string) {
  return queryOptions({
    queryKey: ['bucket', id],
    queryFn: async ({ signal }) => {
      if (useCart.getState().bucketId === id) await saveChoices();
      return fetchBucket(id, signal);
    },
    staleTime: 0,
    gcTime: 0,
  });
}
