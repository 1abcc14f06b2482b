import type { Prompt } from '@keepsake/contract/prompts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { text } from '../../shared/texts/texts.ts';
import { announce } from '../../ui/overlays/announcer.tsx';
import { filmName } from './film-name.ts';
import { fetchStatuses, type Statuses } from './films.api.ts';
import type { Photo, PhotoStatus } from '../photos/photos.api.ts';

const firstCheckMs = 2_000;
const intervalMs = 10_000;
const inProduction: readonly PhotoStatus[] = ['paid', 'processing', 'retry_pending'];

interface Watching {
  prompts: readonly Prompt[];
  /** The set whose payment is known to be on its way here, so that its photos are waited for, too. */
  awaitedBucketId: string | null;
  /** One of the photos is finished or has been paid: load the page again, whose links live longer than a check is remembered. */
  onSettled: () => void;
}

/**
 * The photos of a page with their newest states: those still in the making are asked for two seconds after they appeared, then
 * every ten seconds until none remains. A check that fails is only tried again at the next turn.
 */
export function useLivePhotos(photos: readonly Photo[], { prompts, awaitedBucketId, onSettled }: Watching): Photo[] {
  const isAwaited = ({ status, bucketId }: Photo) => status === 'not_paid' && bucketId === awaitedBucketId;
  const waiting = photos.filter((photo) => inProduction.includes(photo.status) || isAwaited(photo)).map(({ id }) => id);
  const due = useDelayed(waiting.join(), firstCheckMs);
  const { data: statuses } = useQuery({
    queryKey: ['batch-status', waiting],
    queryFn: ({ signal }) => fetchStatuses(waiting, signal),
    enabled: due && waiting.length > 0,
    refetchInterval: ({ state }) => (isAnyWaiting(waiting, state.data) ? intervalMs : false),
    staleTime: intervalMs,
    retry: false,
  });
  const look = useEffectEvent((found: Statuses) => {
    if (photos.some((photo) => hasSettled(photo.status, found[photo.id]?.status))) onSettled();
  });
  useEffect(() => {
    if (statuses) look(statuses);
  }, [statuses]);
  const live = useMemo(() => photos.map((photo) => withStatus(photo, statuses)), [photos, statuses]);
  useAnnouncedFilms(live, prompts);
  return live;
}

/** Of photos that are waited for. */
function isAnyWaiting(ids: readonly string[], statuses: Statuses | undefined): boolean {
  return ids.some((id) => statuses === undefined || isWaiting(statuses[id]?.status));
}

function isWaiting(status: PhotoStatus | undefined): boolean {
  return status !== undefined && (status === 'not_paid' || inProduction.includes(status));
}

/** Whether nothing more is waited for, or what was not paid is. */
function hasSettled(before: PhotoStatus, now: PhotoStatus | undefined): boolean {
  if (now === undefined) return false;
  return !isWaiting(now) || (before === 'not_paid' && now !== 'not_paid');
}

function withStatus(photo: Photo, statuses: Statuses | undefined): Photo {
  const news = statuses?.[photo.id];
  if (news === undefined) return photo;
  return { ...photo, status: news.status, ProcessedContents: news.processedVideos, versions: news.versions };
}

/** True once `key` has stayed the same for so long. */
function useDelayed(key: string, delayMs: number): boolean {
  const [reached, setReached] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setReached(key), delayMs);
    return () => clearTimeout(timer);
  }, [key, delayMs]);
  return reached === key;
}

/** Says which films have become ready since the last look; nothing about those that were there before. */
function useAnnouncedFilms(photos: readonly Photo[], prompts: readonly Prompt[]): void {
  const known = useRef(new Map<string, string>());
  useEffect(() => {
    for (const photo of photos) {
      for (const version of photo.versions) {
        const before = known.current.get(version.id);
        known.current.set(version.id, version.state);
        if (before === undefined || before === version.state || version.state !== 'done') continue;
        const film = filmName(version, photo, prompts);
        announce(text('dashboard:film.ready', { film, photo: photo.originalName }));
      }
    }
  }, [photos, prompts]);
}
