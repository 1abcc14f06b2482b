import type { Prompt } from '@keepsake/contract/films/prompts';
import { useMutation } from '@tanstack/react-query';
import { ArrowLeft, ChevronLeft, ChevronRight, Download } from 'lucide-react';
import { type Ref, useEffect, useRef, useState } from 'react';
import { logProblem } from '../../../shared/log.ts';
import { saveFrom } from '../../../shared/save-from.ts';
import { useTranslation } from '../../../shared/texts/use-translation.ts';
import { AnchorButton, Button, IconButton, Spinner } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { toast } from '../../../ui/overlays/toast-store.ts';
import { FilmDetails } from './film-details.tsx';
import { filmName } from '../film-name.ts';
import { FilmPlayer } from './film-player.tsx';
import styles from './film-viewer.module.css';
import { fetchPhoto, type FinishedFilm } from '../films.api.ts';
import type { Photo } from '../../photos/photos.api.ts';

interface FilmViewerProps {
  photo: Photo;
  filmId: string;
  prompts: readonly Prompt[];
  onSelect: (filmId: string) => void;
  onRetry: () => Promise<unknown>;
  onClose: () => void;
}

/** The films of one photo, one at a time. Esc closes, ← and → or a swipe change the film, Space plays, D downloads. */
export function FilmViewer({ photo, filmId, prompts, onSelect, onRetry, onClose }: FilmViewerProps) {
  const { t } = useTranslation('dashboard');
  const video = useRef<HTMLVideoElement>(null);
  const download = useRef<HTMLAnchorElement>(null);
  const [failed, setFailed] = useState(false);
  const films = photo.ProcessedContents;
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
  const name = filmName(film, photo, prompts);

  return (
    <Dialog
      title={t('viewer.title', { film: name, photo: photo.originalName })}
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
        photo={photo}
        label={t('viewer.video', { film: name, photo: photo.originalName })}
        failed={failed}
        onFailed={setFailed}
        onRetry={onRetry}
        onStep={step}
      />
      <div className={styles.below}>
        <div>
          <p className={styles.name}>{name}</p>
          <p className={styles.photo}>{photo.originalName}</p>
          {film.shows?.lack && <p className={styles.instead}>{t(`viewer.lack.${film.shows.lack}`)}</p>}
        </div>
        <DownloadButton ref={download} film={film} photoId={photo.id} />
      </div>
      <FilmDetails film={film} />
    </Dialog>
  );
}

function togglePlaying(video: HTMLVideoElement | null): void {
  if (video?.paused) void video.play().catch(() => undefined);
  else video?.pause();
}

/** Handles the viewer's keys in the capture phase, because the browser's video player uses the arrow keys too. */
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

type ViewerAction = 'play' | 'next' | 'previous' | 'download';

interface Key {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  target: unknown;
}

/** The action of a key. Key combinations are left to the browser, and Space to a focused control. */
export function viewerAction({ key, ctrlKey, metaKey, altKey, target }: Key): ViewerAction | null {
  if (ctrlKey || metaKey || altKey) return null;
  if (key === 'ArrowRight') return 'next';
  if (key === 'ArrowLeft') return 'previous';
  if (key.toLowerCase() === 'd') return 'download';
  return key === ' ' && !isControl(target) ? 'play' : null;
}

function isControl(target: unknown): boolean {
  const name = (target as { tagName?: string } | null)?.tagName?.toLowerCase() ?? '';
  return ['button', 'a', 'summary', 'input', 'select', 'textarea'].includes(name);
}

/**
 * A download link. The signed URL expires after minutes, so a click fetches a new one first; an error is shown as a toast
 * instead of on a blank page.
 */
function DownloadButton({ film, photoId, ref }: { film: FinishedFilm; photoId: string; ref?: Ref<HTMLAnchorElement> }) {
  const { t } = useTranslation('dashboard');
  const download = useMutation({
    mutationFn: async () => {
      const photo = await fetchPhoto(photoId);
      const fresh = photo.ProcessedContents.find(({ id }) => id === film.id);
      if (fresh === undefined) throw new Error(`The film ${film.id} is no longer part of its photo`);
      await saveFrom(fresh.downloadUrl);
    },
    onError: (error) => {
      logProblem('The film could not be downloaded.', error);
      toast(t('viewer.downloadFailed'), { tone: 'bad' });
    },
  });
  return (
    <AnchorButton
      ref={ref}
      href={film.downloadUrl}
      download
      icon={download.isPending ? <Spinner /> : <Download size={20} aria-hidden="true" />}
      onClick={(event) => {
        event.preventDefault();
        if (!download.isPending) download.mutate();
      }}
    >
      {t('viewer.download')}
    </AnchorButton>
  );
}
