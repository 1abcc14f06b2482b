import type { CSSProperties, Ref } from 'react';
import { photoSource } from '../../../shared/photos/photo-source.ts';
import { useTranslation } from '../../../shared/texts/use-translation.ts';
import { RetryNotice } from '../../../ui/feedback/outcome-notices.tsx';
import { stillQuery } from '../../../ui/use-media.ts';
import { useSteadyLinks } from '../../../ui/use-steady-links.ts';
import { useSwipe } from '../../../ui/use-swipe.ts';
import styles from './film-player.module.css';
import type { Photo } from '../../photos/photos.api.ts';
import type { FinishedFilm } from '../films.api.ts';

interface FilmPlayerProps {
  film: FinishedFilm;
  photo: Photo;
  label: string;
  failed: boolean;
  onFailed: (failed: boolean) => void;
  /** Fetches new links; the links of a page expire. */
  onRetry: () => Promise<unknown>;
  /** Called on a swipe: 1 for the next film, -1 for the previous one. */
  onStep: (by: number) => void;
  /** Shows the photo instead of the film. */
  isCompared: boolean;
  frameRef: Ref<HTMLDivElement>;
  ref: Ref<HTMLVideoElement>;
}

/** Height of the browser's control bar, where a horizontal drag seeks in the film. */
const controlsPixels = 72;

/** Plays a film in a loop in the browser's player; autoplays unless the user prefers reduced motion. */
export function FilmPlayer({ failed, onRetry, ...player }: FilmPlayerProps) {
  const { t } = useTranslation('dashboard');
  if (!failed) return <Player {...player} />;
  return (
    <RetryNotice text={t('viewer.playFailed')} onRetry={() => void onRetry().then(() => player.onFailed(false))} />
  );
}

function Player(props: Omit<FilmPlayerProps, 'failed' | 'onRetry'>) {
  const { film, photo, label, onFailed, onStep, isCompared, frameRef, ref } = props;
  const { t } = useTranslation('dashboard');
  const { onPointerDown, ...swipe } = useSwipe(onStep);
  const newest = { url: film.url, posterUrl: film.posterUrl ?? photo.photoUrl };
  const { url, posterUrl, ...handlers } = useSteadyLinks(film.id, newest, () => onFailed(true));
  const { width, height } = film.metadata;
  const style = { '--ratio': (width ?? photo.width) / (height ?? photo.height) } as CSSProperties;
  return (
    <div
      className={styles.stage}
      style={style}
      onPointerDown={(event) => {
        const { bottom } = event.currentTarget.getBoundingClientRect();
        if (event.clientY < bottom - controlsPixels) onPointerDown(event);
      }}
      {...swipe}
    >
      <div ref={frameRef} className={styles.frame}>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- films are silent; the label tells what they show */}
        <video
          ref={ref}
          src={url}
          poster={posterUrl ?? undefined}
          aria-label={label}
          controls
          playsInline
          loop
          autoPlay={!matchMedia(stillQuery).matches}
          preload="metadata"
          className={styles.video}
          {...handlers}
        />
        {/* Loaded with the film, so that it is there at once. */}
        <img
          alt={t('photo.alt', { name: photo.originalName })}
          width={photo.width}
          height={photo.height}
          {...photoSource(photo.photoUrl, '60rem')}
          hidden={!isCompared}
          className={styles.photo}
        />
      </div>
    </div>
  );
}
