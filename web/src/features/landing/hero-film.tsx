import { useEffect, useState, useSyncExternalStore } from 'react';
import { preload } from 'react-dom';
import styles from './hero-film.module.css';
import { Picture } from './living-print.tsx';
import { useMotion } from './motion.tsx';

/** From this width the headline is beside the people of the wide picture; below it, under those of the tall one. As in hero.module.css. */
const isWide = '(width >= 64rem)';

const wide = { name: 'hero', width: 1600, height: 900 } as const;
const narrow = { name: 'hero-narrow', width: 960, height: 1120 } as const;

/**
 * The picture behind the headline, and the film that fades in over it once everything else has loaded. Decorative: the text says what it shows.
 * Paused while the preview of the visitor's own photo plays, because both compete for the processor.
 */
export function HeroFilm({ isPaused }: { isPaused: boolean }) {
  // The largest contentful paint: preloaded with the styles, before the browser parses the picture element.
  for (const [{ name }, media] of [
    [narrow, `not all and ${isWide}`],
    [wide, isWide],
  ] as const)
    preload(`/gallery/${name}.avif`, { as: 'image', type: 'image/avif', fetchPriority: 'high', media });
  return (
    <div className={styles.backdrop}>
      <Picture {...narrow} wide={{ ...wide, media: isWide }} alt="" eager />
      {!isPaused && <Film />}
    </div>
  );
}

function Film() {
  const moving = useMotion();
  const isIdle = useIdleAfterLoad();
  const { name, width, height } = useSyncExternalStore(subscribeToWidth, fitting, () => narrow);
  if (!moving || !isIdle) return null;
  return (
    <video
      // Another film fades in again over its own poster.
      key={name}
      src={`/gallery/${name}.mp4`}
      width={width}
      height={height}
      autoPlay
      muted
      loop
      playsInline
      aria-hidden="true"
      tabIndex={-1}
      className={styles.film}
      onPlaying={(event) => event.currentTarget.setAttribute('data-playing', '')}
    />
  );
}

/** Whether the page has loaded and the browser was idle since: a large film must not delay the text. */
function useIdleAfterLoad(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    const control = new AbortController();
    const rest = () => {
      const done = () => {
        if (!control.signal.aborted) setIdle(true);
      };
      // Safari has no requestIdleCallback.
      if ('requestIdleCallback' in window) requestIdleCallback(done, { timeout: 2000 });
      else setTimeout(done, 200);
    };
    if (document.readyState === 'complete') rest();
    else addEventListener('load', rest, { once: true, signal: control.signal });
    return () => control.abort();
  }, []);
  return isIdle;
}

function fitting() {
  return window.matchMedia(isWide).matches ? wide : narrow;
}

function subscribeToWidth(listener: () => void): () => void {
  const query = window.matchMedia(isWide);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
