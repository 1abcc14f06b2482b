import { useState } from 'react';
import { useTranslation } from '../../shared/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './generations-tab.module.css';

interface GenerationFilmProps {
  id: string;
  url: string;
  /** Fetches links anew: those of a page that has been open for long have expired. */
  onRetry: () => Promise<unknown>;
  onClose: () => void;
}

/** Plays the film of a generation that was made here. */
export function GenerationFilm({ id, url, onRetry, onClose }: GenerationFilmProps) {
  const { t } = useTranslation('admin-generations');
  const [failed, setFailed] = useState(false);
  return (
    <Dialog title={t('watchTitle')} onClose={onClose}>
      <code className={styles.id}>{id}</code>
      {failed ? (
        <Notice
          tone="bad"
          action={
            <Button variant="secondary" onClick={() => void onRetry().then(() => setFailed(false))}>
              {t('common:tryAgain')}
            </Button>
          }
        >
          <p>{t('playFailed')}</p>
        </Notice>
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
          onError={() => setFailed(true)}
        />
      )}
    </Dialog>
  );
}
