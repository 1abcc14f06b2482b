import type { SharedFilm } from '@keepsake/contract/films/shares';
import { Play } from 'lucide-react';
import { type CSSProperties, useId, useRef, useState } from 'react';
import { logProblem } from '../../shared/log.ts';
import { saveFrom } from '../../shared/save-from.ts';
import { translated } from '../../shared/texts/format.ts';
import { text } from '../../shared/texts/texts.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { RetryNotice } from '../../ui/feedback/outcome-notices.tsx';
import { toast } from '../../ui/overlays/toast-store.ts';
import { useSteadyLinks } from '../../ui/use-steady-links.ts';
import { whoShows } from '../photo-checks/who-shows.ts';
import styles from './shared-gallery.module.css';

interface SharedGalleryProps {
  films: readonly SharedFilm[];
  /** Fetches new links; the links of a page expire. */
  onRetry: () => Promise<unknown>;
}

/** The films of a link: one large, and the pictures of all to choose from. None autoplays, so that no moving face startles a guest. */
export function SharedGallery({ films, onRetry }: SharedGalleryProps) {
  const [chosenId, setChosenId] = useState(films[0]?.id);
  const stage = useRef<HTMLDivElement>(null);
  const film = films.find(({ id }) => id === chosenId) ?? films[0];
  if (film === undefined) return null;
  const choose = (id: string) => {
    setChosenId(id);
    stage.current?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <div className={styles.gallery}>
      <div ref={stage} className={styles.stage}>
        <Film key={film.id} film={film} name={nameOf(film, films)} onRetry={onRetry} />
      </div>
      {films.length > 1 && <Pictures films={films} chosenId={film.id} onChoose={choose} />}
    </div>
  );
}

function Pictures({
  films,
  chosenId,
  onChoose,
}: {
  films: readonly SharedFilm[];
  chosenId: string;
  onChoose: (id: string) => void;
}) {
  const { t } = useTranslation('shares');
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={styles.choice}>
      <h2 id={titleId} className={styles.title}>
        {t('guest.choose')}
      </h2>
      <ul className={styles.pictures}>
        {films.map((film) => (
          <li key={film.id}>
            <button
              type="button"
              aria-pressed={film.id === chosenId}
              className={styles.picture}
              onClick={() => onChoose(film.id)}
            >
              <Poster film={film} />
              <span className={styles.name}>{nameOf(film, films)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Poster({ film }: { film: SharedFilm }) {
  const [failed, setFailed] = useState(false);
  return (
    <span className={styles.poster}>
      {film.posterUrl === null || failed ? (
        <Play size={28} aria-hidden="true" />
      ) : (
        <img src={film.posterUrl} alt="" loading="lazy" onError={() => setFailed(true)} />
      )}
    </span>
  );
}

function Film({ film, name, onRetry }: { film: SharedFilm; name: string; onRetry: () => Promise<unknown> }) {
  const { t } = useTranslation('shares');
  const [failed, setFailed] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    try {
      await saveFrom(film.downloadUrl);
    } catch (error) {
      logProblem('A shared film could not be saved.', error);
      toast(t('guest.saveFailed'), { tone: 'bad' });
      // The link may have expired.
      await onRetry();
    } finally {
      setSaving(false);
    }
  };
  return (
    <figure className={styles.film} style={{ '--ratio': `${film.width ?? 4} / ${film.height ?? 3}` } as CSSProperties}>
      {failed ? (
        <RetryNotice text={t('guest.playFailed')} onRetry={() => void onRetry().then(() => setFailed(false))} />
      ) : (
        <Player film={film} name={name} onFailed={() => setFailed(true)} />
      )}
      <figcaption className={styles.caption}>
        <span>
          <span className={styles.name}>{name}</span>
          {film.partly && <span className={styles.partly}>{whoShows(film.partly)}</span>}
        </span>
        <Button
          variant="secondary"
          aria-label={t('guest.saveNamed', { film: name })}
          busy={isSaving}
          onClick={() => void save()}
        >
          {t('guest.save')}
        </Button>
      </figcaption>
    </figure>
  );
}

function Player({ film, name, onFailed }: { film: SharedFilm; name: string; onFailed: () => void }) {
  const { url, posterUrl, ...handlers } = useSteadyLinks(film.id, film, onFailed);
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- films are silent; the label tells what they show
    <video
      src={url}
      poster={posterUrl ?? undefined}
      aria-label={name}
      className={styles.video}
      controls
      playsInline
      loop
      preload={film.posterUrl === null ? 'metadata' : 'none'}
      {...handlers}
    />
  );
}

/** "Smile", or "Smile 2" if the link shows several of that name. */
function nameOf(film: SharedFilm, films: readonly SharedFilm[]): string {
  const name = shownBy(film);
  const same = films.filter((other) => shownBy(other) === name);
  return same.length > 1 ? `${name} ${same.indexOf(film) + 1}` : name;
}

function shownBy({ shows }: SharedFilm): string {
  return typeof shows === 'string' ? text(`shares:guest.shown.${shows}`) : translated(shows);
}
