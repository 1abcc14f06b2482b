import { limits } from '@keepsake/contract/limits';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { maxPhotoBytes, type PreviewState } from './messages.ts';
import styles from './preview-status.module.css';

/** A sentence on the progress, or why there is no preview; empty without a photo, and while it plays. */
export function PreviewStatus({ state }: { state: PreviewState }) {
  const { t } = useTranslation('preview');
  const sentences: Record<PreviewState['status'], () => string> = {
    idle: () => '',
    loading: () => t('loading'),
    'finding-faces': () => t('findingFaces'),
    ready: () => '',
    failed: () => (state.status === 'failed' ? t(`failed.${state.code}`, values) : ''),
  };
  const sentence = sentences[state.status]();
  return (
    <div className={styles.status}>
      {/* It is there before it says something: readers of screens announce what changes. */}
      <output className={styles.sentence}>{sentence}</output>
      {state.status === 'loading' && (
        <progress className={styles.bar} max={state.total} value={state.bytes} aria-label={sentence} />
      )}
    </div>
  );
}

const values = { megabytes: maxPhotoBytes / 1e6, megapixels: limits.photoPixels / 1e6 };
