import { clsx } from 'clsx';
import { ImageOff } from 'lucide-react';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { photoSource } from '../../../shared/photos/photo-source.ts';
import { number } from '../../../shared/texts/format.ts';
import { useTranslation } from '../../../shared/texts/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import type { CartPhoto } from '../cart/cart-photo.ts';
import { useCart } from '../cart/cart.ts';
import { restoreCart } from '../cart/restore-cart.ts';
import barStyles from '../progress-bar.module.css';
import styles from './photo-thumbnail.module.css';

/** The photo as a print, with the state of its upload. `children` are shown instead of it and below it. */
export function PhotoThumbnail({ photo, children }: { photo: CartPhoto; children?: ReactNode }) {
  const { t } = useTranslation('wizard');
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const { name, preview, size, status } = photo;
  const isBroken = preview !== null && brokenUrl === preview;
  const tryAgain = async () => {
    await restoreCart().catch(() => undefined);
    setBrokenUrl(null);
  };
  return (
    <div className={styles.print}>
      <div className={styles.frame}>
        {isBroken && (
          <div className={styles.broken}>
            <ImageOff size={28} aria-hidden="true" />
            <p>{t('photo.broken')}</p>
            {/* The server's links expire. */}
            {preview.startsWith('/uploads/') && (
              <Button variant="quiet" onClick={() => void tryAgain()}>
                {t('tryAgain')}
              </Button>
            )}
          </div>
        )}
        {preview !== null && !isBroken && (
          <img
            alt={t('photo.alt', { name })}
            {...size}
            {...photoSource(preview, sizesOf(photo))}
            style={size === null ? undefined : ({ '--ratio': size.width / size.height } as CSSProperties)}
            className={clsx(styles.image, size !== null && styles.known, status !== 'uploaded' && styles.unsent)}
            onError={() => setBrokenUrl(preview)}
          />
        )}
        {!isBroken && children}
      </div>
      <UploadState photo={photo} />
    </div>
  );
}

/** The `sizes` attribute: card width, limited by the maximum height in the style sheet. */
function sizesOf({ size }: CartPhoto): string {
  const widest = size === null ? Infinity : 16 * (size.width / size.height);
  return `(width >= 42rem) ${Math.min(13, widest)}rem, ${Math.min(24, widest)}rem`;
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
