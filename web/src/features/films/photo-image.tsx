import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { cropPosition } from '../../shared/photos/crop-position.ts';
import { photoSource } from '../../shared/photos/photo-source.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import type { Photo } from '../photos/photos.api.ts';
import styles from './photo-image.module.css';

interface PhotoImageProps {
  url: string;
  alt: string;
  /** The `sizes` attribute of the `<img>`: width of the whole photo, including the cropped parts. */
  sizes: string;
  width: number;
  height: number;
  /** The centre of the heads, on which it is cropped. */
  focus?: Photo['focus'];
  /** Width / height of the frame that it covers; the photo's own by default. */
  frameRatio?: number;
}

/**
 * A photo with a signed URL. Every refetch of the list returns a new URL for the same photo; the first one is kept until it fails, so
 * that the browser does not load the photo again.
 */
export function PhotoImage({ url, alt, sizes, width, height, focus = null, frameRatio }: PhotoImageProps) {
  const { t } = useTranslation('dashboard');
  const [kept, setKept] = useState(url);
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  if (failedUrl === url)
    return (
      <p className={styles.broken}>
        <ImageOff size={28} aria-hidden="true" />
        <span>{t('photo.broken')}</span>
      </p>
    );
  return (
    <img
      alt={alt}
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
      {...photoSource(kept, sizes)}
      className={styles.image}
      style={{ objectPosition: cropPosition({ width, height, focus }, frameRatio ?? width / height) }}
      onError={() => {
        setFailedUrl(kept);
        setKept(url);
      }}
    />
  );
}
