import { clsx } from 'clsx';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { number } from '../../shared/format.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { useCart } from './cart.ts';
import type { CartPhoto } from './cart-photo.ts';
import styles from './photo-thumbnail.module.css';
import barStyles from './upload-progress.module.css';

/** The photo as a print, with the state of its upload. */
export function PhotoThumbnail({ photo }: { photo: CartPhoto }) {
  const { t } = useTranslation('wizard');
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const { name, preview, status } = photo;
  const isBroken = preview !== null && brokenUrl === preview;
  return (
    <div className={styles.print}>
      <div className={styles.frame}>
        {isBroken && (
          <p className={styles.broken}>
            <ImageOff size={28} aria-hidden="true" />
            {t('photo.broken')}
          </p>
        )}
        {preview !== null && !isBroken && (
          <img
            src={preview}
            alt={t('photo.alt', { name })}
            className={clsx(styles.image, status !== 'uploaded' && styles.unsent)}
            onError={() => setBrokenUrl(preview)}
          />
        )}
      </div>
      <UploadState photo={photo} />
    </div>
  );
}

function UploadState({ photo: { id, name, status } }: { photo: CartPhoto }) {
  const { t } = useTranslation('wizard');
  const share = useCart((cart) => cart.progress[id]);
  if (status === 'uploaded' || status === 'failed') return null;
  const percent = number(share ?? 0, { style: 'percent' });
  return (
    <div className={styles.state}>
      <p>{status === 'uploading' ? t('photo.uploading', { percent }) : t(`photo.${status}`)}</p>
      {status !== 'waiting' && (
        <progress className={barStyles.bar} max={1} value={share} aria-label={t('photo.progressLabel', { name })} />
      )}
    </div>
  );
}
