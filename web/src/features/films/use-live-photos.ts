import type { Prompt } from '@keepsake/contract/films/prompts';
import { standIns } from '@keepsake/contract/photos/photo-checks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { loadTexts } from '../../shared/texts/i18n.ts';
import { text } from '../../shared/texts/texts.ts';
import { announce } from '../../ui/overlays/announcer.tsx';
import { asAgreed } from './as-agreed.ts';
import { filmName } from './film-name.ts';
import { fetchStatuses, type FinishedFilm, type Statuses } from './films.api.ts';
import type { Photo, PhotoStatus } from '../photos/photos.api.ts';

const firstCheckMs = 2_000;
const intervalMs = 10_000;
const inProduction: readonly PhotoStatus[] = ['paid', 'processing', 'retry_pending'];

interface Watching {
  prompts: readonly Prompt[];
  /** The bucket whose payment has not arrived yet; its photos are polled too. */
  awaitedBucketId: string | null;
  /** Called when a photo is finished or paid, to fetch the page again, because links in a polled status expire sooner. */
  onSettled: () => void;
}

/**
 * The photos of a page with their latest status. Photos in production are polled two seconds after they appear, then
 * every ten seconds until none is left. A failed poll is not retried before the next interval.
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

/** Whether at least one of these photos is still waiting. */
function isAnyWaiting(ids: readonly string[], statuses: Statuses | undefined): boolean {
  return ids.some((id) => statuses === undefined || isWaiting(statuses[id]?.status));
}

function isWaiting(status: PhotoStatus | undefined): boolean {
  return status !== undefined && (status === 'not_paid' || inProduction.includes(status));
}

/** Whether the photo is finished, or was paid since. */
function hasSettled(before: PhotoStatus, now: PhotoStatus | undefined): boolean {
  if (now === undefined) return false;
  return !isWaiting(now) || (before === 'not_paid' && now !== 'not_paid');
}

function withStatus(photo: Photo, statuses: Statuses | undefined): Photo {
  const news = statuses?.[photo.id];
  if (news === undefined) return photo;
  return { ...photo, status: news.status, ProcessedContents: news.processedVideos, versions: news.versions };
}

/** True once `key` has not changed for `delayMs`. */
function useDelayed(key: string, delayMs: number): boolean {
  const [reached, setReached] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setReached(key), delayMs);
    return () => clearTimeout(timer);
  }, [key, delayMs]);
  return reached === key;
}

/** Announces films that finished since the last render, but not those that were finished at first. */
function useAnnouncedFilms(photos: readonly Photo[], prompts: readonly Prompt[]): void {
  const known = useRef(new Map<string, string>());
  useEffect(() => {
    for (const photo of photos) {
      for (const ordered of photo.versions) {
        const before = known.current.get(ordered.id);
        known.current.set(ordered.id, ordered.state);
        if (before === undefined || before === ordered.state || ordered.state !== 'done') continue;
        const film = photo.ProcessedContents.find(({ id }) => id === ordered.id);
        void announceFilm(filmName(ordered, photo, prompts), photo, film);
      }
    }
  }, [photos, prompts]);
}

/** "Wave, made from grandma.jpg, is ready.", and what it shows if that is something else. */
async function announceFilm(name: string, photo: Photo, film: FinishedFilm | undefined): Promise<void> {
  const ready = text('dashboard:film.ready', { film: name, photo: photo.originalName });
  const lack = film?.shows?.lack;
  if (!lack) announce(ready);
  else if (film.isAgreed) announce(`${ready} ${asAgreed(name, standIns[lack])}`);
  else if (await isLoaded(loadTexts('films'))) announce(`${ready} ${text(`films:lack.${lack}`)}`);
  else announce(ready);
}

function isLoaded(loading: Promise<unknown>): Promise<boolean> {
  return loading.then(
    () => true,
    () => false,
  );
}
