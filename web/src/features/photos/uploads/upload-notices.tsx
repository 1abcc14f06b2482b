import { limits } from '@keepsake/contract/limits';
import { useTranslation } from '../../../shared/texts/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Text } from '../../../ui/text.tsx';
import { useCart } from '../cart/cart.ts';
import type { Refusal } from './picked-files.ts';
import styles from './upload-notices.module.css';
import { retryUploads } from './uploads.ts';

/** Refused selections, photos that the server rejected, and failed uploads. */
export function UploadNotices({ refusal, onDismiss }: { refusal: Refusal | null; onDismiss: () => void }) {
  return (
    <>
      {refusal && <RefusedSelection refusal={refusal} onDismiss={onDismiss} />}
      <RejectedPhotos />
      <FailedUploads />
    </>
  );
}

function RefusedSelection({ refusal, onDismiss }: { refusal: Refusal; onDismiss: () => void }) {
  const { t } = useTranslation('wizard');
  if (refusal.kind === 'too_many') {
    return (
      <Notice tone="bad" title={t('upload.tooManyTitle')} onDismiss={onDismiss}>
        <p>{t('upload.tooMany', { max: limits.photosPerBucket, room: refusal.room })}</p>
      </Notice>
    );
  }
  const { names, hasHeic } = refusal;
  return (
    <Notice tone="bad" title={t('upload.invalidTitle', { count: names.length })} onDismiss={onDismiss}>
      <ul className={styles.files}>
        {names.map((name, index) => (
          <li key={index}>{name}</li>
        ))}
      </ul>
      <p>{t('upload.invalidAdvice')}</p>
      {hasHeic && <p>{t('upload.heicAdvice')}</p>}
    </Notice>
  );
}

function RejectedPhotos() {
  const { t } = useTranslation('wizard');
  const rejected = useCart((cart) => cart.rejected);
  if (rejected.length === 0) return null;
  const figures = {
    mb: limits.photoBytes / (1024 * 1024),
    megapixels: limits.photoPixels / 1_000_000,
    min: limits.photoMinSide,
  };
  return (
    <Notice
      tone="bad"
      title={t('upload.rejectedTitle', { count: rejected.length })}
      onDismiss={() => useCart.setState({ rejected: [] })}
    >
      <ul className={styles.files}>
        {rejected.map(({ filename, code }, index) => (
          <li key={index}>
            <strong>{filename}</strong>
            <Text> {t(`rejected.${code}`, figures)}</Text>
          </li>
        ))}
      </ul>
      <p>{t('upload.rejectedKept')}</p>
    </Notice>
  );
}

function FailedUploads() {
  const { t } = useTranslation('wizard');
  const photos = useCart((cart) => cart.photos);
  const failed = photos.filter(({ status }) => status === 'failed').map(({ id }) => id);
  if (failed.length === 0) return null;
  return (
    <Notice
      tone="bad"
      title={t('upload.failedTitle')}
      action={
        <Button variant="secondary" onClick={() => void retryUploads(failed)}>
          {t('upload.retryAll')}
        </Button>
      }
    />
  );
}
