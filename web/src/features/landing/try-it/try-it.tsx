import { imageTypes } from '@keepsake/contract/limits';
import { ImagePlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../shared/texts/use-translation.ts';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { FileDrop } from '../../../ui/forms/fields/file-drop.tsx';
import styles from './try-it.module.css';

const TriedPreview = lazyPart(async () => (await import('./tried-preview.tsx')).TriedPreview);

/** A visitor's own photo, moving: it is read and drawn on the device. The animator is loaded when a photo is chosen, not before. */
export function TryIt() {
  const { t } = useTranslation('landing');
  const [photo, setPhoto] = useState<File>();
  return (
    <section className={styles.box} aria-labelledby="try-it-title">
      <h2 id="try-it-title" className={styles.title}>
        {t('tryIt.title')}
      </h2>
      {photo && <TriedPreview photo={photo} />}
      <FileDrop
        id="try-it-photo"
        accept={imageTypes.join(',')}
        onFiles={([file]) => file && setPhoto(file)}
        icon={<ImagePlus size={28} strokeWidth={1.5} aria-hidden="true" />}
        texts={{
          drop: t('tryIt.drop'),
          dropNow: t('tryIt.dropNow'),
          or: t('tryIt.or'),
          choose: photo ? t('tryIt.another') : t('tryIt.choose'),
          camera: t('tryIt.camera'),
        }}
        rules={t('tryIt.private')}
        compact
        className={styles.drop}
      />
    </section>
  );
}
