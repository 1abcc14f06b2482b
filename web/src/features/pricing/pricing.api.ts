import { calculatePrice, getPricing } from '@keepsake/contract/orders/pricing';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/api.ts';

/** The current prices. */
export const pricingQuery = queryOptions({
  queryKey: ['pricing'],
  queryFn: async ({ signal }) => (await call(getPricing, { signal })).data,
  staleTime: 60_000,
});

/** The current prices with their revision, for editing; never cached. */
export const pricingStateQuery = queryOptions({
  queryKey: ['admin', 'pricing'],
  queryFn: ({ signal }) => call(getPricing, { signal }),
  staleTime: 0,
  gcTime: 0,
});

/** The price of a number of photos and films (in total). Keeps the last price while the next one is fetched. */
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

/** The price of a saved bucket, fetched on every use. */
export function bucketPriceQuery(bucketId: string) {
  return queryOptions({
    queryKey: ['price', bucketId],
    queryFn: ({ signal }) => call(calculatePrice, { body: { bucketId }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
}
