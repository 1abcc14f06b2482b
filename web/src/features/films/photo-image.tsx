import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { photoSource } from '../../shared/photo-source.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import styles from './photo-image.module.css';

interface PhotoImageProps {
  url: string;
  alt: string;
  /** How wide the whole photo would be, what is cut off included, as `sizes` of an `<img>`. */
  sizes: string;
  width: number;
  height: number;
}

/**
 * A photo under a signed address. Every reload of the list brings new addresses for the same picture: the first is kept, and
 * the newest taken only when the kept one fails.
 */
export function PhotoImage({ url, alt, sizes, width, height }: PhotoImageProps) {
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
      onError={() => {
        setFailedUrl(kept);
        setKept(url);
      }}
    />
  );
}
