import type { Content, ContentStatus } from '@keepsake/contract/content';
import type { Prompt } from '@keepsake/contract/prompts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { text } from '../../shared/texts/texts.ts';
import { announce } from '../../ui/overlays/announcer.tsx';
import { filmName } from './film-name.ts';
import { fetchStatuses, type Statuses } from './films.api.ts';

const firstCheckMs = 2_000;
const intervalMs = 10_000;
const inTheMaking: readonly ContentStatus[] = ['paid', 'processing', 'retry_pending'];

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
export function useLiveContents(
  contents: readonly Content[],
  { prompts, awaitedBucketId, onSettled }: Watching,
): Content[] {
  const isAwaited = ({ status, bucketId }: Content) => status === 'not_paid' && bucketId === awaitedBucketId;
  const waiting = contents
    .filter((content) => inTheMaking.includes(content.status) || isAwaited(content))
    .map(({ id }) => id);
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
    if (contents.some((content) => hasSettled(content.status, found[content.id]?.status))) onSettled();
  });
  useEffect(() => {
    if (statuses) look(statuses);
  }, [statuses]);
  const live = useMemo(() => contents.map((content) => withStatus(content, statuses)), [contents, statuses]);
  useAnnouncedFilms(live, prompts);
  return live;
}

/** Of photos that are waited for. */
function isAnyWaiting(ids: readonly string[], statuses: Statuses | undefined): boolean {
  return ids.some((id) => statuses === undefined || isWaiting(statuses[id]?.status));
}

function isWaiting(status: ContentStatus | undefined): boolean {
  return status !== undefined && (status === 'not_paid' || inTheMaking.includes(status));
}

/** Whether nothing more is waited for, or what was not paid is. */
function hasSettled(before: ContentStatus, now: ContentStatus | undefined): boolean {
  if (now === undefined) return false;
  return !isWaiting(now) || (before === 'not_paid' && now !== 'not_paid');
}

function withStatus(content: Content, statuses: Statuses | undefined): Content {
  const news = statuses?.[content.id];
  if (news === undefined) return content;
  return { ...content, status: news.status, ProcessedContents: news.processedVideos, versions: news.versions };
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
function useAnnouncedFilms(contents: readonly Content[], prompts: readonly Prompt[]): void {
  const known = useRef(new Map<string, string>());
  useEffect(() => {
    for (const content of contents) {
      for (const version of content.versions) {
        const before = known.current.get(version.id);
        known.current.set(version.id, version.state);
        if (before === undefined || before === version.state || version.state !== 'done') continue;
        const film = filmName(version, content, prompts);
        announce(text('dashboard:film.ready', { film, photo: content.originalName }));
      }
    }
  }, [contents, prompts]);
}
