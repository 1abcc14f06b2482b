import { Copy, RotateCw, Trash2 } from 'lucide-react';
import { memo, type ReactNode, useEffect, useState } from 'react';
import { translated } from '../../shared/format.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Text } from '../../ui/text.tsx';
import { dismissToast, toast } from '../../ui/toast-store.ts';
import { useCart } from './cart.ts';
import { copyToAll } from './cart-edits.ts';
import type { CartPhoto } from './cart-photo.ts';
import { promptsOf, promptsOfTheme } from './effect-choices.ts';
import { isForOne } from './is-for-one.ts';
import { PhotoEffects } from './photo-effects.tsx';
import styles from './photo-card.module.css';
import { photoControls } from './photo-controls.ts';
import { PhotoThumbnail } from './photo-thumbnail.tsx';
import { uploadFailureText } from './upload-failure-text.ts';
import { retryUploads } from './uploads.ts';
import type { Offer } from './use-offer.ts';
import { useRemovePhoto } from './use-remove-photo.ts';

const ConfirmDialog = lazyPart(async () => (await import('../../ui/confirm-dialog.tsx')).ConfirmDialog, {
  close: ({ onCancel }) => onCancel(),
});

/** Draws what is to be said of a photo on the server for the effects that are chosen. */
export type RenderAdvice = (photo: {
  bucketId: string;
  contentId: string;
  effects: { promptId: string; name: string }[];
  /** Whether the theme or an effect is meant for one person or animal alone. */
  isForOne: boolean;
}) => ReactNode;

interface PhotoCardProps {
  photo: CartPhoto;
  /** From 1. */
  number: number;
  total: number;
  /** Null while it is not known what is on offer. */
  offer: Offer | null;
  renderAdvice: RenderAdvice;
  /** What is missing, by the id of the control. */
  errors: ReadonlyMap<string, string>;
}

/** One photo of the set: its picture, who is in it, and what is to happen. */
export const PhotoCard = memo(function PhotoCard({
  photo,
  number,
  total,
  offer,
  renderAdvice,
  errors,
}: PhotoCardProps) {
  const { t } = useTranslation('wizard');
  const { id, name } = photo;
  return (
    <fieldset id={photoControls.card(id)} tabIndex={-1} data-field className={styles.card}>
      <legend className={styles.legend}>
        <Text>{t('photo.legend', { number, total })} </Text>
        <span className={styles.name}>{name}</span>
      </legend>
      <div className={styles.picture}>
        <PhotoThumbnail photo={photo} />
        <UploadFailure photo={photo} />
      </div>
      <div className={styles.choices}>
        {offer && <PhotoEffects photo={photo} offer={offer} errors={errors} />}
        {offer && <SeenInPhoto photo={photo} offer={offer} renderAdvice={renderAdvice} />}
        <div className={styles.actions}>
          {total > 1 && offer && photo.imageTheme !== null && <CopyToAll id={id} />}
          <RemovePhoto photo={photo} isLast={total === 1} />
        </div>
      </div>
    </fieldset>
  );
});

function SeenInPhoto({ photo, offer, renderAdvice }: { photo: CartPhoto; offer: Offer; renderAdvice: RenderAdvice }) {
  const bucketId = useCart((cart) => cart.bucketId);
  const { contentId, imageTheme } = photo;
  if (bucketId === null || contentId === null) return null;
  const chosen = promptsOf(photo.actions, offer.prompts);
  const effects = chosen.map(({ id, action }) => ({ promptId: id, name: translated(action) }));
  return renderAdvice({
    bucketId,
    contentId,
    effects,
    isForOne: isForOne(promptsOfTheme(offer.prompts, imageTheme), chosen),
  });
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
  // What was copied can be taken back on this page only: the next one shows the price of what is saved.
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

function RemovePhoto({ photo: { id, name, status, contentId }, isLast }: { photo: CartPhoto; isLast: boolean }) {
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
          <p>{isLast && contentId ? t('photo.removeLastText') : t('photo.removeText')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
