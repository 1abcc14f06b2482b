import { useEffect, useRef } from 'react';
import { preload } from 'react-dom';
import styles from './living-print.module.css';
import { useMotion } from './motion.tsx';

/**
 * A drawn print whose film fades in over the still picture and plays while at least half of it can be seen. Where films are not to
 * move, none is loaded.
 */
export function LivingPrint({ name, alt, eager = false }: { name: PrintName; alt: string; eager?: boolean }) {
  const moving = useMotion();
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const film = video.current;
    if (!moving || film === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        // Where it has come and gone since the last look, the last news counts.
        const entry = entries.at(-1);
        if (entry === undefined || entry.intersectionRatio < 0.5) return film.pause();
        // A browser that allows no film to start by itself goes on showing the picture.
        film.play().catch(() => undefined);
      },
      { threshold: [0, 0.5] },
    );
    observer.observe(film);
    return () => observer.disconnect();
  }, [moving]);
  return (
    <div className={styles.print}>
      <Still name={name} alt={alt} eager={eager} />
      {moving && (
        <video
          ref={video}
          src={`/gallery/${name}.mp4`}
          width={480}
          height={576}
          muted
          loop
          playsInline
          preload="none"
          aria-hidden="true"
          tabIndex={-1}
          className={styles.film}
          onPlaying={(event) => event.currentTarget.setAttribute('data-playing', '')}
        />
      )}
    </div>
  );
}

/** The stills and films that art/src/make-gallery.ts draws into public/gallery/. */
type PrintName = 'smile' | 'laugh' | 'wave' | 'wink' | 'turn' | 'dog';

/** A drawn print, in the smallest format that the browser takes. `eager`: it is what the visitor sees first. */
export function Still({ name, alt, eager = false }: { name: PrintName; alt: string; eager?: boolean }) {
  const address = `/gallery/${name}`;
  if (eager) preload(`${address}.avif`, { as: 'image', type: 'image/avif', fetchPriority: 'high' });
  return (
    <picture>
      <source type="image/avif" srcSet={`${address}.avif`} />
      <source type="image/webp" srcSet={`${address}.webp`} />
      <img
        src={`${address}.jpg`}
        alt={alt}
        width={480}
        height={576}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
      />
    </picture>
  );
}
