import { type PhotoCheck, photoChecks } from '@keepsake/contract/photos/photo-checks';
import type { Reply } from '@keepsake/contract/endpoint';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { call } from '../../shared/api.ts';
import { queryClient } from '../../shared/query.ts';

const pollMs = 2_000;

/** After about 90 seconds many photos are waiting, so the checks are polled less often. */
const frequentPolls = 45;
const slowPollMs = 10_000;

/** The effects that the film of a photo will replace, by photo and prompt. */
export type Lacks = ReadonlyMap<string, PhotoCheck['instead']>;

/** Why a film shows another effect than ordered. */
export type Lack = PhotoCheck['instead'][string];

/** The checks of a bucket's photos; polled until all are done. */
function photoChecksQuery(bucketId: string) {
  return queryOptions({
    queryKey: ['photo-checks', bucketId],
    queryFn: ({ signal }) => call(photoChecks, { params: { id: bucketId }, signal }),
    refetchInterval: ({ state }) => {
      if (!state.data || state.data.waiting === 0) return false;
      return state.dataUpdateCount < frequentPolls ? pollMs : slowPollMs;
    },
  });
}

/** The findings about a photo. */
interface KnownOfPhoto {
  /** Undefined until the check is done, and if it failed. */
  check: PhotoCheck | undefined;
  /** The effects that its films will or may replace, by prompt, with the reason. */
  instead: PhotoCheck['instead'];
  isWaiting: boolean;
  filmsBy: Reply<typeof photoChecks>['filmsBy'] | undefined;
}

/** Refetches once the photo is stored, because the photo may be newer than the cached result. */
export function usePhotoCheck(bucketId: string | null, photoId: string | null): KnownOfPhoto {
  const isStored = bucketId !== null && photoId !== null;
  const { data, refetch } = useQuery({ ...photoChecksQuery(bucketId ?? ''), enabled: isStored });
  useEffect(() => {
    if (isStored) void refetch({ cancelRefetch: false });
  }, [isStored, refetch]);
  const check = data?.checks.find(({ contentId }) => contentId === photoId);
  const instead = lacksOf(data).get(photoId ?? '');
  const isWaiting = isStored && !instead && data !== undefined && data.waiting > 0;
  return { check, instead: instead ?? noneInstead, isWaiting, filmsBy: data?.filmsBy };
}

const noneInstead = {};

export function useLacks(bucketId: string | null): Lacks {
  const { data } = useQuery({ ...photoChecksQuery(bucketId ?? ''), enabled: false });
  return useMemo(() => lacksOf(data), [data]);
}

/** The findings about the photos of a bucket, as far as they are known by now; not polled. */
export function useFindings(bucketId: string): readonly PhotoCheck[] {
  const { data } = useQuery({ ...photoChecksQuery(bucketId), refetchInterval: false });
  return data?.checks ?? [];
}

/** An order that was refused because photos were not checked yet: their number, and when. */
export interface UncheckedOrder {
  waiting: number;
  at: number;
}

/** The number of photos that are not checked yet, after an order was refused for them; undefined if that cannot be known. */
export function useUncheckedPhotos(bucketId: string, refused: UncheckedOrder | null): number | undefined {
  const query = { ...photoChecksQuery(bucketId), enabled: refused !== null, staleTime: 0 };
  const { data, dataUpdatedAt, isError } = useQuery(query);
  if (refused === null || isError) return undefined;
  return data && dataUpdatedAt > refused.at ? data.waiting : refused.waiting;
}

/** The findings once every photo is checked, or after a timeout: the server then refuses the order until all are checked. */
export async function lacksOnceChecked(bucketId: string, tries = 20): Promise<Lacks> {
  const query = photoChecksQuery(bucketId);
  for (let number = 1; ; number += 1) {
    try {
      const known = await queryClient.fetchQuery({ ...query, staleTime: 0, retry: false });
      if (known.waiting === 0 || number >= tries) return lacksOf(known);
    } catch {
      return lacksOf(queryClient.getQueryData(query.queryKey));
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs / 2));
  }
}

function lacksOf(known: Reply<typeof photoChecks> | undefined): Lacks {
  const photos = known ? [...known.checks, ...known.unseen] : [];
  return new Map(photos.map(({ contentId, instead }) => [contentId, instead]));
}
