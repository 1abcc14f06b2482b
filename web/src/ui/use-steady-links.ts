import { type SyntheticEvent, useState } from 'react';

interface Links {
  url: string;
  posterUrl?: string | null | undefined;
}

/**
 * The links with which a film began. Signed ones are renewed with every look at the page, and a player starts anew with another address: the
 * newest are taken only once the first ones have stopped working, and the film goes on where it stood.
 * @param onFailed the newest links do not work either
 */
export function useSteadyLinks(
  id: string,
  newest: Links,
  onFailed: () => void,
): Links & Record<'onError' | 'onLoadedMetadata', (event: SyntheticEvent<HTMLVideoElement>) => void> {
  const [used, setUsed] = useState({ id, ...newest, goOn: null as { at: number; playing: boolean } | null });
  const links = used.id === id ? used : { id, ...newest, goOn: null };
  if (links !== used) setUsed(links);
  return {
    url: links.url,
    posterUrl: links.posterUrl,
    onError({ currentTarget: { currentTime, paused } }) {
      if (newest.url === links.url) onFailed();
      else setUsed({ id, ...newest, goOn: { at: currentTime, playing: !paused } });
    },
    onLoadedMetadata({ currentTarget: video }) {
      if (links.goOn === null) return;
      video.currentTime = links.goOn.at;
      if (links.goOn.playing) void video.play().catch(() => undefined);
    },
  };
}
