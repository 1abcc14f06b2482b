import { limits } from '@keepsake/contract/limits';
import { Copy, RotateCw, Trash2 } from 'lucide-react';
import { memo, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../paths.ts';
import { translated } from '../../../shared/texts/format.ts';
import { codeText } from '../../../shared/texts/i18n.ts';
import { text } from '../../../shared/texts/texts.ts';
import { useTranslation } from '../../../shared/texts/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { FieldError } from '../../../ui/forms/fields/field.tsx';
import { dismissToast, toast } from '../../../ui/overlays/toast-store.ts';
import { Text } from '../../../ui/text.tsx';
import { copyToAll } from '../cart/cart-edits.ts';
import type { CartPhoto } from '../cart/cart-photo.ts';
import { usePhotoCheck } from '../../photo-checks/photo-checks.api.ts';
import { otherMaker } from '../../preview/other-maker.ts';
import { cancelUpload } from '../uploads/cancel-upload.ts';
import { addPhotos, findPhoto, forgetBucket, markRemoved, rememberCart, removePhotos, useCart } from '../cart/cart.ts';
import { forgetFiles } from '../cart/unsent-files.ts';
import { deletePhoto } from '../photos.api.ts';
import { retryUploads } from '../uploads/uploads.ts';
import { isForOne, type Offer, promptsOf, promptsOfTheme } from './effect-choices.ts';
import styles from './photo-card.module.css';
import { filePickerId, focusControl, photoControls } from './photo-controls.ts';
import { PhotoEffects } from './photo-effects.tsx';
import { PhotoThumbnail } from './photo-thumbnail.tsx';
import { useShownEffect } from './shown-effect.ts';

const PhotoAdvice = lazyPart(async () => (await import('../../photo-checks/photo-advice.tsx')).PhotoAdvice, {
  isOptional: true,
});

const EffectPreview = lazyPart(async () => (await import('./effect-preview.tsx')).EffectPreview, { isOptional: true });

const ConfirmDialog = lazyPart(async () => (await import('../../../ui/overlays/confirm-dialog.tsx')).ConfirmDialog, {
  close: ({ onCancel }) => onCancel(),
});

interface PhotoCardProps {
  photo: CartPhoto;
  /** From 1. */
  number: number;
  total: number;
  /** Null until prompts are loaded. */
  offer: Offer | null;
  /** Error texts by control id. */
  errors: ReadonlyMap<string, string>;
}

/** One photo of the cart: thumbnail, theme and effects. */
export const PhotoCard = memo(function PhotoCard({ photo, number, total, offer, errors }: PhotoCardProps) {
  const { t } = useTranslation('wizard');
  const { id, name } = photo;
  const played = usePlayed(photo, offer);
  return (
    <fieldset id={photoControls.card(id)} tabIndex={-1} data-field className={styles.card}>
      <legend className={styles.legend}>
        <Text>{t('photo.legend', { number, total })} </Text>
        <span className={styles.name}>{name}</span>
      </legend>
      <div className={styles.picture} data-playing={played !== undefined || undefined}>
        <PhotoThumbnail photo={photo}>{played && <EffectPreview key={id} photo={photo} {...played} />}</PhotoThumbnail>
        <UploadFailure photo={photo} />
      </div>
      <div className={styles.choices}>
        {offer && <EffectChoices photo={photo} offer={offer} errors={errors} />}
        <div className={styles.actions}>
          {total > 1 && offer && photo.imageTheme !== null && <CopyToAll id={id} />}
          <RemovePhoto photo={photo} isLast={total === 1} />
        </div>
      </div>
    </fieldset>
  );
});

/** The previewed effect of this card, if the preview can show what the film will. */
function usePlayed({ id, photoId, size }: CartPhoto, offer: Offer | null) {
  const bucketId = useCart((cart) => cart.bucketId);
  const promptId = useShownEffect((shown) => (shown?.photo === id ? shown.promptId : null));
  const { check, filmsBy } = usePhotoCheck(bucketId, photoId);
  const prompt = offer?.prompts.find((one) => one.id === promptId);
  if (!prompt?.effect || !check || filmsBy === undefined || size === null) return undefined;
  const lack = check.instead[prompt.id];
  // The device does not search for hands: only the replacement of a wave has a preview.
  if (prompt.effect === 'wave' && lack === undefined) return undefined;
  const maker = otherMaker(filmsBy);
  // Another provider may animate what our renderer cannot, so only faces that our renderer can animate are previewed.
  const movesFaces = check.movableFaces > 0 && !check.faceless.includes(prompt.id);
  if (maker !== null && !movesFaces) return undefined;
  return { effect: prompt.effect, name: translated(prompt.action), maker, lack };
}

type EffectChoicesProps = Pick<PhotoCardProps, 'photo' | 'errors'> & { offer: Offer };

/** The effects, with the findings about the photo. */
function EffectChoices({ photo, offer, errors }: EffectChoicesProps) {
  const bucketId = useCart((cart) => cart.bucketId);
  const { check, instead, isWaiting } = usePhotoCheck(bucketId, photo.photoId);
  const chosen = promptsOf(photo.actions, offer.prompts);
  const theme = promptsOfTheme(offer.prompts, photo.imageTheme);
  const considered = chosen.length > 0 ? chosen : theme;
  return (
    <>
      <PhotoEffects {...{ photo, offer, instead, check, isWaiting, errors }} />
      {check && (
        <PhotoAdvice check={check} effects={considered.map(({ id }) => id)} isForOne={isForOne(theme, chosen)} />
      )}
    </>
  );
}

function UploadFailure({ photo: { id, status, failure } }: { photo: CartPhoto }) {
  const { t } = useTranslation('wizard');
  if (status !== 'failed') return null;
  return (
    <div className={styles.failure}>
      <FieldError id={photoControls.card(id)} error={uploadFailureText(failure)} />
      <Button
        id={photoControls.retry(id)}
        variant="secondary"
        icon={<RotateCw size={18} aria-hidden="true" />}
        onClick={() => void retryUploads([id])}
      >
        {t('photo.retry')}
      </Button>
    </div>
  );
}

function CopyToAll({ id }: { id: string }) {
  const { t } = useTranslation('wizard');
  const [toastId, setToastId] = useState<number | null>(null);
  // Undo works on this page only; the next page shows the price of the saved choices.
  useEffect(() => () => (toastId === null ? undefined : dismissToast(toastId)), [toastId]);
  return (
    <Button
      variant="quiet"
      icon={<Copy size={18} aria-hidden="true" />}
      onClick={() => {
        const undo = copyToAll(id);
        setToastId(toast(t('photo.copied'), { action: { label: t('photo.undo'), run: undo } }));
      }}
    >
      {t('photo.copyToAll')}
    </Button>
  );
}

function RemovePhoto({ photo: { id, name, status, photoId }, isLast }: { photo: CartPhoto; isLast: boolean }) {
  const { t } = useTranslation('wizard');
  const [asking, setAsking] = useState(false);
  const remove = useRemovePhoto();
  const label = status === 'uploaded' || status === 'failed' ? t('photo.remove') : t('photo.cancel');
  return (
    <>
      <Button
        id={photoControls.remove(id)}
        variant="quiet"
        icon={<Trash2 size={18} aria-hidden="true" />}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('photo.removeTitle', { name })}
          confirmLabel={label}
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            void remove(id);
          }}
        >
          <p>{isLast && photoId ? t('photo.removeLastText') : t('photo.removeText')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Upload failures with their own texts. */
const ownFailures = ['timeout', 'missing_file', 'altered'] as const;

/** Why an upload failed, in the user's language. */
function uploadFailureText(code: string | null): string {
  const known = ownFailures.find((one) => one === code);
  if (known) return text(`wizard:uploadFailure.${known}`, { mb: limits.photoBytes / (1024 * 1024) });
  return codeText(code ?? 'internal_error');
}

/** Removes a photo optimistically and restores it if the request fails. The last photo deletes the bucket and leads to the dashboard. */
function useRemovePhoto(): (id: string) => Promise<void> {
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
    const { photoId, filename } = photo;
    if (!photoId || !filename || !bucketId) {
      void cancelUpload(id);
      await forgetFiles([id]);
      toast(t('photo.removed'));
      return;
    }
    const isSameCart = rememberCart();
    markRemoved(photoId, true);
    try {
      const { wasLastPhoto } = await deletePhoto({ id: photoId, bucketId, filename });
      if (!isSameCart()) return;
      toast(t('photo.removed'));
      if (!wasLastPhoto) return;
      forgetBucket(bucketId);
      const isHere = window.location.pathname === paths.process;
      if (isHere && useCart.getState().photos.length === 0) await navigate(paths.dashboard);
    } catch {
      if (!isSameCart()) return;
      markRemoved(photoId, false);
      if (useCart.getState().bucketId !== bucketId) return;
      addPhotos([photo], place);
      toast(t('photo.removeFailed'), { tone: 'bad', action: { label: t('tryAgain'), run: () => void remove(id) } });
    }
  };
}
