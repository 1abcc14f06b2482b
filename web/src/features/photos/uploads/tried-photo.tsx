import { limits } from '@keepsake/contract/limits';
import { useState } from 'react';
import { forgetTriedPhoto, hasTriedPhoto, takeTriedPhoto } from '../../../shared/photos/tried-photo.ts';
import { queryClient } from '../../../shared/query.ts';
import { useTranslation } from '../../../shared/texts/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { promptsQuery } from '../../prompts/prompts.api.ts';
import { changePhoto, findPhoto, useCart } from '../cart/cart.ts';
import { themeOf } from '../photo-cards/effect-choices.ts';
import styles from './tried-photo.module.css';
import { addFiles } from './uploads.ts';

/** Confirms the upload of a photo that was tried in this browser: it may be another person's. */
export function TriedPhotoOffer() {
  const { t } = useTranslation('wizard');
  const [isOpen, setOpen] = useState(hasTriedPhoto);
  if (!isOpen) return null;
  const answer = (act: () => Promise<void>) => {
    setOpen(false);
    void act();
  };
  return (
    <Notice
      title={t('tried.title')}
      action={
        <div className={styles.answers}>
          <Button variant="secondary" onClick={() => answer(addTriedPhoto)}>
            {t('tried.use')}
          </Button>
          <Button variant="quiet" onClick={() => answer(forgetTriedPhoto)}>
            {t('tried.forget')}
          </Button>
        </div>
      }
    >
      <p>{t('tried.text')}</p>
    </Notice>
  );
}

/** Adds the photo that was tried on the landing page, with its previewed effect, unless the bucket is full. */
export async function addTriedPhoto(): Promise<void> {
  if (useCart.getState().photos.length >= limits.photosPerBucket) return;
  const tried = await takeTriedPhoto();
  if (!tried) return;
  const [id] = await addFiles([tried.file]);
  // The page shows by itself that the effects could not be loaded.
  const prompts = await queryClient.ensureQueryData(promptsQuery).catch(() => []);
  const prompt = prompts.find(({ effect }) => effect === tried.effect);
  const photo = id === undefined ? undefined : findPhoto(id);
  // The customer may have chosen something else meanwhile.
  if (!photo || !prompt || photo.imageTheme !== null) return;
  changePhoto(photo.id, {
    imageTheme: themeOf(prompt),
    actions: [{ promptId: prompt.id, variety: 1 }],
    unsaved: true,
  });
}
