import type { Prompt } from '@keepsake/contract/films/prompts';
import { useMutation } from '@tanstack/react-query';
import { ArrowLeft, ChevronLeft, ChevronRight, Download, Image as ImageIcon, Maximize, Share2 } from 'lucide-react';
import { type Ref, type RefObject, useEffect, useRef, useState } from 'react';
import { logProblem } from '../../../shared/log.ts';
import { saveFrom } from '../../../shared/save-from.ts';
import { useTranslation } from '../../../shared/texts/use-translation.ts';
import { AnchorButton, Button, IconButton, Spinner } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { toast } from '../../../ui/overlays/toast-store.ts';
import { FilmDetails } from './film-details.tsx';
import { filmName } from '../film-name.ts';
import { FilmPlayer } from './film-player.tsx';
import { FilmLack } from '../film-lack.tsx';
import styles from './film-viewer.module.css';
import { fetchPhoto, type FinishedFilm } from '../films.api.ts';
import { partlyShown } from '../../photo-checks/who-shows.ts';
import type { Photo } from '../../photos/photos.api.ts';

interface FilmViewerProps {
  photo: Photo;
  /** Displayed name of the photo's bucket. */
  bucketName: string;
  filmId: string;
  prompts: readonly Prompt[];
  onSelect: (filmId: string) => void;
  onShare: (filmId: string) => void;
  onRetry: () => Promise<unknown>;
  onClose: () => void;
}

/** The films of one photo, one at a time. Esc closes, a swipe changes the film; `viewer.keys` names the keys. */
export function FilmViewer(props: FilmViewerProps) {
  const { photo, bucketName, filmId, prompts, onSelect, onShare, onRetry, onClose } = props;
  const { t } = useTranslation('dashboard');
  const video = useRef<HTMLVideoElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const layout = useRef<HTMLDivElement>(null);
  const download = useRef<HTMLAnchorElement>(null);
  const [failed, setFailed] = useState(false);
  const [isCompared, setCompared] = useState(false);
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
  useViewerKeys(layout, {
    play: () => togglePlaying(video.current),
    next: () => step(1),
    previous: () => step(-1),
    download: () => download.current?.click(),
    compare: setCompared,
    fullScreen: () => fillScreen(frame.current, video.current),
  });
  if (film === undefined) return null;
  const name = filmName(film, photo, prompts);

  return (
    <Dialog
      title={t('viewer.title', { film: name, photo: photo.originalName })}
      onClose={onClose}
      bare
      className={styles.viewer}
    >
      <div ref={layout} className={styles.layout}>
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
          frameRef={frame}
          film={film}
          photo={photo}
          label={t('viewer.video', { film: name, photo: photo.originalName })}
          isCompared={isCompared}
          failed={failed}
          onFailed={setFailed}
          onRetry={onRetry}
          onStep={step}
        />
        <div className={styles.side}>
          <div>
            <p className={styles.name}>{name}</p>
            <p className={styles.photo}>{photo.originalName}</p>
            <p className={styles.set}>{bucketName}</p>
            {film.shows?.lack && (
              <FilmLack
                name={name}
                lack={film.shows.lack}
                isAgreed={film.isAgreed}
                isOwed={film.isOwed}
                className={styles.instead}
              />
            )}
            {film.shows?.partly && <p className={styles.instead}>{partlyShown(name, film.shows.partly)}</p>}
          </div>
          <div className={styles.actions}>
            <CompareButton isCompared={isCompared} onCompare={setCompared} />
            <DownloadButton ref={download} film={film} photoId={photo.id} />
            <Button variant="secondary" icon={<Share2 size={20} aria-hidden="true" />} onClick={() => onShare(film.id)}>
              {t('viewer.share')}
            </Button>
            {canFillScreen() && (
              <Button
                variant="secondary"
                icon={<Maximize size={20} aria-hidden="true" />}
                onClick={() => fillScreen(frame.current, video.current)}
              >
                {t('viewer.fullScreen')}
              </Button>
            )}
          </div>
          <FilmDetails film={film} />
        </div>
      </div>
    </Dialog>
  );
}

/** Shows the photo while it is held, by pointer or by key. A click of assistive technology, which cannot hold, shows it until the next. */
function CompareButton({ isCompared, onCompare }: { isCompared: boolean; onCompare: (isShown: boolean) => void }) {
  const { t } = useTranslation('dashboard');
  const end = () => onCompare(false);
  return (
    <Button
      variant="secondary"
      icon={<ImageIcon size={20} aria-hidden="true" />}
      aria-pressed={isCompared}
      className={styles.compare}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        onCompare(true);
      }}
      onPointerUp={end}
      onPointerCancel={end}
      onBlur={end}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (!isPress(event.key)) return;
        event.preventDefault();
        onCompare(true);
      }}
      onKeyUp={(event) => {
        if (!isPress(event.key)) return;
        event.preventDefault();
        end();
      }}
      onClick={({ detail }) => {
        if (detail === 0) onCompare(!isCompared);
      }}
    >
      {t('viewer.compare')}
    </Button>
  );
}

function isPress(key: string): boolean {
  return key === ' ' || key === 'Enter';
}

/** iPhones support full screen only for a video element. */
type AppleVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

function canFillScreen(): boolean {
  return document.fullscreenEnabled || 'webkitEnterFullscreen' in HTMLVideoElement.prototype;
}

/** Toggles full screen of the film with the photo beneath. */
function fillScreen(frame: HTMLElement | null, video: AppleVideo | null): void {
  if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => undefined);
  else if (document.fullscreenEnabled) void frame?.requestFullscreen().catch(() => undefined);
  else video?.webkitEnterFullscreen?.();
}

function togglePlaying(video: HTMLVideoElement | null): void {
  if (video?.paused) void video.play().catch(() => undefined);
  else video?.pause();
}

type ViewerAction = 'play' | 'next' | 'previous' | 'download' | 'compare' | 'fullScreen';
type ViewerActions = Record<Exclude<ViewerAction, 'compare'>, () => void> & { compare: (isHeld: boolean) => void };

/** Handles the viewer's keys in the capture phase, because the browser's video player uses the arrow keys too. Other dialogs keep theirs. */
function useViewerKeys(viewer: RefObject<HTMLElement | null>, actions: ViewerActions): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const action = viewerAction(event);
      if (action === null || isElsewhere(event.target, viewer.current)) return;
      event.preventDefault();
      event.stopPropagation();
      if (action === 'compare') latest.current.compare(true);
      else if (!event.repeat || action === 'next' || action === 'previous') latest.current[action]();
    };
    const onRelease = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'c') latest.current.compare(false);
    };
    const onLeave = () => latest.current.compare(false);
    document.addEventListener('keydown', onKey, { capture: true });
    document.addEventListener('keyup', onRelease, { capture: true });
    window.addEventListener('blur', onLeave);
    return () => {
      document.removeEventListener('keydown', onKey, { capture: true });
      document.removeEventListener('keyup', onRelease, { capture: true });
      window.removeEventListener('blur', onLeave);
    };
  }, [viewer]);
}

/** Whether a key was pressed in a dialog above the viewer. */
function isElsewhere(target: EventTarget | null, viewer: HTMLElement | null): boolean {
  const dialog = target instanceof Element ? target.closest('dialog') : null;
  return dialog !== null && viewer !== null && !dialog.contains(viewer);
}

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
  if (key.toLowerCase() === 'c') return 'compare';
  if (key.toLowerCase() === 'f') return 'fullScreen';
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
