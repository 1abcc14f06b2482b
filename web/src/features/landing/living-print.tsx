import { useEffect, useRef } from 'react';
import styles from './living-print.module.css';
import { useMotion } from './motion.tsx';

/**
 * A drawn print whose film fades in over the still picture and plays while at least half of it is visible. If films must not play, none is loaded.
 */
export function LivingPrint({ name, alt }: { name: PrintName; alt: string }) {
  const moving = useMotion();
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const film = video.current;
    if (!moving || film === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        // With several entries since the last call, the last one counts.
        const entry = entries.at(-1);
        if (entry === undefined || entry.intersectionRatio < 0.5) return film.pause();
        // If the browser blocks autoplay, the picture stays.
        film.play().catch(() => undefined);
      },
      { threshold: [0, 0.5] },
    );
    observer.observe(film);
    return () => observer.disconnect();
  }, [moving]);
  return (
    <div className={styles.print}>
      <Still name={name} alt={alt} />
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

/** The stills and films that art/src/make-films.ts puts into public/gallery/, each 480 × 576. */
type PrintName = 'smile' | 'laugh' | 'kiss' | 'wink' | 'turn' | 'dog';

/** A drawn print that does not move. */
export function Still({ name, alt }: { name: PrintName; alt: string }) {
  return <Picture name={name} width={480} height={576} alt={alt} />;
}

interface Drawing {
  name: PrintName | 'hero' | 'hero-narrow';
  width: number;
  height: number;
}

/** A drawing in the smallest format that the browser supports. */
export function Picture({
  name,
  width,
  height,
  alt,
  eager = false,
  wide,
}: Drawing & {
  alt: string;
  /** It is visible without scrolling. */
  eager?: boolean;
  /** Another picture if `media` matches. */
  wide?: Drawing & { media: string };
}) {
  const sources = ['avif', 'webp', 'jpg'] as const;
  return (
    <picture>
      {wide &&
        sources.map((type) => (
          <source
            key={type}
            type={types[type]}
            media={wide.media}
            srcSet={address(wide.name, type)}
            width={wide.width}
            height={wide.height}
          />
        ))}
      <source type={types.avif} srcSet={address(name, 'avif')} />
      <source type={types.webp} srcSet={address(name, 'webp')} />
      <img
        src={address(name, 'jpg')}
        alt={alt}
        width={width}
        height={height}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
      />
    </picture>
  );
}

const types = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const;

function address(name: Drawing['name'], type: keyof typeof types): string {
  return `/gallery/${name}.${type}`;
}
