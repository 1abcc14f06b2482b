import { useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { toast } from '../../ui/toast-store.ts';
import { cancelUpload } from './cancel-upload.ts';
import { addPhotos, clearCart, findPhoto, markRemoved, removePhotos, useCart } from './cart.ts';
import { deletePhoto } from './content.api.ts';
import { filePickerId, focusControl, photoControls } from './photo-controls.ts';
import { forgetFiles } from './unsent-files.ts';

/** Removes a photo at once and puts it back if the server keeps it. With its last photo the set goes, and so does the customer. */
export function useRemovePhoto(): (id: string) => Promise<void> {
  const { t } = useTranslation('wizard');
  const navigate = useNavigate();

  return async function remove(id) {
    const { photos, bucketId } = useCart.getState();
    const photo = findPhoto(id);
    if (!photo) return;
    const place = photos.indexOf(photo);
    const neighbour = photos[place + 1] ?? photos[place - 1];
    removePhotos([id]);
    focusControl(neighbour ? photoControls.remove(neighbour.id) : filePickerId);
    const { contentId, filename } = photo;
    if (!contentId || !filename || !bucketId) {
      void cancelUpload(id);
      await forgetFiles([id]);
      toast(t('photo.removed'));
      return;
    }
    markRemoved(contentId, true);
    try {
      const { wasLastContent } = await deletePhoto({ id: contentId, bucketId, filename });
      toast(t('photo.removed'));
      if (!wasLastContent) return;
      if (useCart.getState().photos.length > 0) return useCart.setState({ bucketId: null });
      clearCart();
      await navigate(paths.dashboard);
    } catch {
      markRemoved(contentId, false);
      addPhotos([photo], place);
      toast(t('photo.removeFailed'), { tone: 'bad', action: { label: t('tryAgain'), run: () => void remove(id) } });
    }
  };
}
