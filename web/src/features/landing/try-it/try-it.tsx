import { imageTypes } from '@keepsake/contract/limits';
import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { loadCode } from '../../../shared/load-code.ts';
import { logProblem } from '../../../shared/log.ts';
import { local, triedPhotoAt } from '../../../shared/storage.ts';
import { useTranslation } from '../../../shared/texts/use-translation.ts';
import { FileDrop } from '../../../ui/forms/fields/file-drop.tsx';
import styles from './try-it.module.css';

type Preview = ComponentType<{ photo: File }>;

/** A preview of the visitor's own photo, computed on the device. The renderer is loaded only when a photo is chosen. */
export function TryIt({ onPhoto }: { onPhoto: () => void }) {
  const { t } = useTranslation('landing');
  const [photo, setPhoto] = useState<File>();
  const { Preview, hasFailed, load } = usePreviewCode();
  useEffect(() => void forgetOldPhoto(), []);
  return (
    <section className={styles.box} aria-labelledby="try-it-title">
      <h2 id="try-it-title" className={styles.title}>
        {t('tryIt.title')}
      </h2>
      {hasFailed && <p role="alert">{t('tryIt.unavailable')}</p>}
      {photo && Preview && (
        <Suspense>
          <Preview photo={photo} />
        </Suspense>
      )}
      <FileDrop
        id="try-it-photo"
        accept={imageTypes.join(',')}
        onFiles={([file]) => {
          if (!file) return;
          setPhoto(file);
          onPhoto();
          void load();
        }}
        icon={null}
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

/** A tried photo is deleted after a day. */
async function forgetOldPhoto(): Promise<void> {
  if (local.get(triedPhotoAt) === null) return;
  try {
    const { forgetOldTriedPhoto } = await loadCode(() => import('../../../shared/photos/tried-photo.ts'));
    await forgetOldTriedPhoto();
  } catch (error) {
    logProblem('An old photo could not be looked for.', error);
  }
}

/** Without `lazyPart`, which would add the app's error texts to the visitor's page. */
function usePreviewCode() {
  const [Preview, setPreview] = useState<Preview>();
  const [hasFailed, setFailed] = useState(false);
  async function load(): Promise<void> {
    if (Preview) return;
    setFailed(false);
    try {
      // The renderer loads in parallel with this part of the page.
      void import('../../preview/preview-client.ts').then(({ loadAhead }) => loadAhead()).catch(() => undefined);
      const { TriedPreview } = await loadCode(() => import('./tried-preview.tsx'));
      setPreview(() => TriedPreview);
    } catch (error) {
      logProblem('The preview could not be loaded.', error);
      setFailed(true);
    }
  }
  return { Preview, hasFailed, load };
}
