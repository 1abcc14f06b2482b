import type { Bucket } from '@keepsake/contract/photos/content';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import type { Photo } from '../photos/photos.api.ts';
import { bucketName } from './bucket-name.ts';

/** What to delete: one photo, or the whole bucket if `photo` is absent. */
export interface Removal {
  bucket: Bucket;
  photo?: Photo;
}

export function RemovalDialog({
  removal: { bucket, photo },
  onConfirm,
  onCancel,
}: {
  removal: Removal;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation('dashboard');
  const isPaid = bucket.status !== 'pending';
  const isLast = photo !== undefined && bucket.Contents.length === 1;
  const title =
    photo === undefined
      ? t('removal.setTitle', { set: bucketName(bucket) })
      : t('removal.photoTitle', { name: photo.originalName });
  return (
    <ConfirmDialog title={title} confirmLabel={t('common:delete')} onConfirm={onConfirm} onCancel={onCancel}>
      <p>{photo === undefined ? t('removal.setText', { count: bucket.Contents.length }) : t('removal.photoText')}</p>
      {isLast && <p>{t('removal.lastPhoto')}</p>}
      {isPaid && <p>{t('removal.paid')}</p>}
    </ConfirmDialog>
  );
}
