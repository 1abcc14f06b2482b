import type { Content } from '@keepsake/contract/content';
import type { Prompt } from '@keepsake/contract/prompts';
import { ArrowLeft, ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../shared/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { DownloadButton } from './download-button.tsx';
import { FilmDetails } from './film-details.tsx';
import { filmName } from './film-name.ts';
import { FilmPlayer } from './film-player.tsx';
import styles from './video-viewer.module.css';
import { viewerAction } from './viewer-keys.ts';

interface VideoViewerProps {
  content: Content;
  filmId: string;
  prompts: readonly Prompt[];
  onSelect: (filmId: string) => void;
  onRetry: () => Promise<unknown>;
  onClose: () => void;
}

/** The films of one photo, one at a time. Esc closes, ← and → or a swipe change the film, Space plays, D downloads. */
export function VideoViewer({ content, filmId, prompts, onSelect, onRetry, onClose }: VideoViewerProps) {
  const { t } = useTranslation('dashboard');
  const video = useRef<HTMLVideoElement>(null);
  const download = useRef<HTMLAnchorElement>(null);
  const [failed, setFailed] = useState(false);
  const films = content.ProcessedContents;
  const index = Math.max(
    0,
    films.findIndex(({ id }) => id === filmId),
  );
  const film = films[index];
  const step = (by: number) => {
    const next = films.at((index + by) % films.length);
    setFailed(false);
    if (next !== undefined) onSelect(next.id);
  };
  useViewerKeys({ play: () => togglePlaying(video.current), step, download: () => download.current?.click() });
  if (film === undefined) return null;
  const name = filmName(film, content, prompts);

  return (
    <Dialog
      title={t('viewer.title', { film: name, photo: content.originalName })}
      onClose={onClose}
      bare
      className={styles.viewer}
    >
      <div className={styles.bar}>
        <Button variant="quiet" icon={<ArrowLeft size={20} aria-hidden="true" />} onClick={onClose} data-autofocus>
          {t('viewer.back')}
        </Button>
        {films.length > 1 && (
          <div className={styles.pager}>
            <IconButton
              label={t('viewer.previous')}
              icon={<ChevronLeft size={22} aria-hidden="true" />}
              onClick={() => step(-1)}
            />
            <span aria-live="polite">{t('viewer.position', { number: index + 1, total: films.length })}</span>
            <IconButton
              label={t('viewer.next')}
              icon={<ChevronRight size={22} aria-hidden="true" />}
              onClick={() => step(1)}
            />
          </div>
        )}
      </div>
      <FilmPlayer
        ref={video}
        film={film}
        content={content}
        label={t('viewer.video', { film: name, photo: content.originalName })}
        failed={failed}
        onFailed={setFailed}
        onRetry={onRetry}
        onStep={step}
      />
      <div className={styles.below}>
        <div>
          <p className={styles.name}>{name}</p>
          <p className={styles.photo}>{content.originalName}</p>
          {film.shows?.lack && <p className={styles.instead}>{t(`viewer.lack.${film.shows.lack}`)}</p>}
        </div>
        <DownloadButton ref={download} film={film} contentId={content.id} />
      </div>
      <FilmDetails film={film} />
    </Dialog>
  );
}

function togglePlaying(video: HTMLVideoElement | null): void {
  if (video?.paused) void video.play().catch(() => undefined);
  else video?.pause();
}

/** The viewer's keys work wherever the focus is inside it; before the player's own, which mean other things by the arrows. */
function useViewerKeys(actions: { play: () => void; step: (by: number) => void; download: () => void }): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const action = viewerAction(event);
      if (action === null) return;
      event.preventDefault();
      event.stopPropagation();
      if (action === 'play') latest.current.play();
      else if (action === 'download') latest.current.download();
      else latest.current.step(action === 'next' ? 1 : -1);
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, []);
}
