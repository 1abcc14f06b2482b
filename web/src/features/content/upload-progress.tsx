import { useEffect, useRef } from 'react';
import { useTranslation } from '../../shared/use-translation.ts';
import { announce } from '../../ui/announcer.tsx';
import { useCart } from './cart.ts';
import styles from './upload-progress.module.css';

/** One line for all uploads together; tells when the last one is through. */
export function UploadProgress() {
  const { t } = useTranslation('wizard');
  const photos = useCart((cart) => cart.photos);
  const progress = useCart((cart) => cart.progress);
  const total = photos.filter(({ status }) => status !== 'failed').length;
  const done = photos.filter(({ status }) => status === 'uploaded').length;
  const isRunning = done < total;
  const wasRunning = useRef(false);
  useEffect(() => {
    if (wasRunning.current && !isRunning && done > 0) announce(t('upload.finished', { count: done }));
    wasRunning.current = isRunning;
  }, [isRunning, done, t]);
  if (!isRunning) return null;
  const sent = done + Object.values(progress).reduce((sum, share) => sum + share, 0);
  return (
    <div className={styles.line}>
      <p>{t('upload.progress', { done: done + 1, total })}</p>
      <progress className={styles.bar} max={total} value={sent} aria-label={t('upload.progressLabel')} />
    </div>
  );
}
