import { useState } from 'react';
import { useTranslation } from '../../shared/use-translation.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { useSteadyLinks } from '../../ui/use-steady-links.ts';
import styles from './generations-tab.module.css';

interface GenerationFilmProps {
  id: string;
  url: string;
  /** Fetches links anew: those of a page that has been open for long have expired. */
  onRetry: () => Promise<unknown>;
  onClose: () => void;
}

/** Plays the film of a generation that was made here. */
export function GenerationFilm({ id, url: newest, onRetry, onClose }: GenerationFilmProps) {
  const { t } = useTranslation('admin-generations');
  const [failed, setFailed] = useState(false);
  const { url, onError, onLoadedMetadata } = useSteadyLinks(id, { url: newest }, () => setFailed(true));
  return (
    <Dialog title={t('watchTitle')} onClose={onClose}>
      <code className={styles.id}>{id}</code>
      {failed ? (
        <RetryNotice text={t('playFailed')} onRetry={() => void onRetry().then(() => setFailed(false))} />
      ) : (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- films are silent; the title tells what it is
        <video
          src={url}
          aria-label={t('watchTitle')}
          controls
          playsInline
          loop
          preload="metadata"
          className={styles.film}
          onError={onError}
          onLoadedMetadata={onLoadedMetadata}
        />
      )}
    </Dialog>
  );
}
