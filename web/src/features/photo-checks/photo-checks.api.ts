import { type PhotoCheck, photoChecks } from '@keepsake/contract/photos/photo-checks';
import type { Reply } from '@keepsake/contract/endpoint';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { call } from '../../shared/api.ts';
import { queryClient } from '../../shared/query.ts';

const againAfterMs = 2_000;

/** Stops polling after about 90 seconds. */
const mostAnswers = 45;

/** What the films of each photo cannot show of the effects, by photo and prompt. */
export type Lacks = ReadonlyMap<string, PhotoCheck['instead']>;

/** Why a film shows something else than its effect. */
export type Lack = PhotoCheck['instead'][string];

/** The checks of a bucket's photos; polled until all are done. */
function photoChecksQuery(bucketId: string) {
  return queryOptions({
    queryKey: ['photo-checks', bucketId],
    queryFn: ({ signal }) => call(photoChecks, { params: { id: bucketId }, signal }),
    refetchInterval: ({ state }) =>
      state.data && state.data.waiting > 0 && state.dataUpdateCount < mostAnswers ? againAfterMs : false,
  });
}

/**
 * The check of a photo, undefined until it is done, whether it is still to come, and who makes the films. Refetches once the photo is stored, because the photo
 * may be newer than the cached result.
 */
export function usePhotoCheck(
  bucketId: string | null,
  photoId: string | null,
): { check: PhotoCheck | undefined; isWaiting: boolean; filmsBy: Reply<typeof photoChecks>['filmsBy'] | undefined } {
  const isStored = bucketId !== null && photoId !== null;
  const { data, refetch } = useQuery({ ...photoChecksQuery(bucketId ?? ''), enabled: isStored });
  useEffect(() => {
    if (isStored) void refetch({ cancelRefetch: false });
  }, [isStored, refetch]);
  const check = data?.checks.find(({ contentId }) => contentId === photoId);
  return { check, filmsBy: data?.filmsBy, isWaiting: isStored && !check && data !== undefined && data.waiting > 0 };
}

const noLacks: Lacks = new Map();

export function useLacks(bucketId: string | null): Lacks {
  const { data } = useQuery({ ...photoChecksQuery(bucketId ?? ''), enabled: false });
  return useMemo(() => lacksOf(data?.checks), [data]);
}

/**
 * What is known when every photo has been looked at, or when that takes too long: the order is then refused by the server until it is.
 */
export async function lacksOnceChecked(bucketId: string, tries = 20): Promise<Lacks> {
  const query = photoChecksQuery(bucketId);
  for (let number = 1; ; number += 1) {
    try {
      const { checks, waiting } = await queryClient.fetchQuery({ ...query, staleTime: 0, retry: false });
      if (waiting === 0 || number >= tries) return lacksOf(checks);
    } catch {
      return lacksOf(queryClient.getQueryData(query.queryKey)?.checks);
    }
    await new Promise((resolve) => setTimeout(resolve, againAfterMs / 2));
  }
}

function lacksOf(checks: readonly PhotoCheck[] | undefined): Lacks {
  return checks ? new Map(checks.map(({ contentId, instead }) => [contentId, instead])) : noLacks;
}
