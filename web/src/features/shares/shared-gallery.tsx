import type { SharedFilm } from '@keepsake/contract/films/shares';
import { type CSSProperties, useState } from 'react';
import { logProblem } from '../../shared/log.ts';
import { saveFrom } from '../../shared/save-from.ts';
import { translated } from '../../shared/texts/format.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { RetryNotice } from '../../ui/feedback/outcome-notices.tsx';
import { toast } from '../../ui/overlays/toast-store.ts';
import { useSteadyLinks } from '../../ui/use-steady-links.ts';
import styles from './shared-gallery.module.css';

interface SharedGalleryProps {
  films: readonly SharedFilm[];
  /** Fetches new links; the links of a page expire. */
  onRetry: () => Promise<unknown>;
}

/** The films of a link. They do not autoplay, so that no moving face startles a guest. */
export function SharedGallery({ films, onRetry }: SharedGalleryProps) {
  return (
    <ul className={styles.films}>
      {films.map((film) => (
        <li key={film.id}>
          <Film film={film} name={nameOf(film, films)} onRetry={onRetry} />
        </li>
      ))}
    </ul>
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
    <figure className={styles.film}>
      {failed ? (
        <RetryNotice text={t('guest.playFailed')} onRetry={() => void onRetry().then(() => setFailed(false))} />
      ) : (
        <Player film={film} name={name} onFailed={() => setFailed(true)} />
      )}
      <figcaption className={styles.caption}>
        <span>{name}</span>
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
  const style = { '--ratio': `${film.width ?? 4} / ${film.height ?? 3}` } as CSSProperties;
  const { url, posterUrl, ...handlers } = useSteadyLinks(film.id, film, onFailed);
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- films are silent; the label tells what they show
    <video
      src={url}
      poster={posterUrl ?? undefined}
      aria-label={name}
      style={style}
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
  const name = translated(film.action);
  const same = films.filter(({ action }) => translated(action) === name);
  return same.length > 1 ? `${name} ${same.indexOf(film) + 1}` : name;
}
