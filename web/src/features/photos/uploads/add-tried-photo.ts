import { limits } from '@keepsake/contract/limits';
import { queryClient } from '../../../shared/query.ts';
import { takeTriedPhoto } from '../../../shared/photos/tried-photo.ts';
import { promptsQuery } from '../../prompts/prompts.api.ts';
import { changePhoto, useCart } from '../cart/cart.ts';
import { themeOf } from '../photo-cards/effect-choices.ts';
import { addFiles } from './uploads.ts';

/** Adds the photo that was tried on the landing page, with the effect that was looked at. In a full set there is no room for it. */
export async function addTriedPhoto(): Promise<void> {
  const tried = await takeTriedPhoto();
  if (!tried || useCart.getState().photos.length >= limits.photosPerBucket) return;
  const [id] = await addFiles([tried.file]);
  // The page shows by itself that the effects could not be loaded.
  const prompts = await queryClient.ensureQueryData(promptsQuery).catch(() => []);
  const prompt = prompts.find(({ movement }) => movement === tried.movement);
  if (id === undefined || !prompt) return;
  changePhoto(id, {
    imageTheme: themeOf(prompt),
    actions: [{ promptId: prompt.id, variety: 1 }],
    unsaved: true,
  });
}
