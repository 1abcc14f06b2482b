import { calculatePrice, getPricing } from '@keepsake/contract/pricing';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/api.ts';

/** The prices of today. */
export const pricingQuery = queryOptions({
  queryKey: ['pricing'],
  queryFn: async ({ signal }) => (await call(getPricing, { signal })).data,
  staleTime: 60_000,
});

/** The same as administrators change them: with their revision, and fetched when they are opened. */
export const pricingStateQuery = queryOptions({
  queryKey: ['admin', 'pricing'],
  queryFn: ({ signal }) => call(getPricing, { signal }),
  staleTime: 0,
  gcTime: 0,
});

/** What so many photos with so many versions in all cost; the last price stays while the next is asked for. */
export function priceQuery(photos: number, films: number) {
  return queryOptions({
    queryKey: ['price', photos, films],
    queryFn: ({ signal }) =>
      call(calculatePrice, { body: { imageCount: photos, variantsPerImage: films / photos }, signal }),
    enabled: photos > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

/** What a saved set costs. */
export function bucketPriceQuery(bucketId: string) {
  return queryOptions({
    queryKey: ['price', bucketId],
    queryFn: ({ signal }) => call(calculatePrice, { body: { bucketId }, signal }),
    staleTime: 0,
  });
}
