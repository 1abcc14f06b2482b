import { type SyntheticEvent, useState } from 'react';

interface Links {
  url: string;
  posterUrl?: string | null | undefined;
}

/**
 * Keeps the links a film started with. Every refetch returns new signed links, and a player restarts when its URL changes. The newest
 * links are used only when the kept ones fail; playback then continues at the same position.
 * @param onFailed called when the newest links fail too
 */
export function useSteadyLinks(
  id: string,
  newest: Links,
  onFailed: () => void,
): Links & Record<'onError' | 'onLoadedMetadata', (event: SyntheticEvent<HTMLVideoElement>) => void> {
  const [used, setUsed] = useState({ id, ...newest, resume: null as { at: number; playing: boolean } | null });
  const links = used.id === id ? used : { id, ...newest, resume: null };
  if (links !== used) setUsed(links);
  return {
    url: links.url,
    posterUrl: links.posterUrl,
    onError({ currentTarget: { currentTime, paused } }) {
      if (newest.url === links.url) onFailed();
      else setUsed({ id, ...newest, resume: { at: currentTime, playing: !paused } });
    },
    onLoadedMetadata({ currentTarget: video }) {
      if (links.resume === null) return;
      video.currentTime = links.resume.at;
      if (links.resume.playing) void video.play().catch(() => undefined);
    },
  };
}
