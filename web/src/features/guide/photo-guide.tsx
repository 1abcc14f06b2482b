import { useTranslation } from '../../shared/texts/use-translation.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import styles from './photo-guide.module.css';

/** Advice for good photos; texts and pictures are loaded when it is opened. */
const PhotoGuide = lazyPart(async () => (await import('./guide-advice.tsx')).GuideAdvice, {
  pending: (
    <Loading className={styles.loading}>
      <Skeleton className={styles.skeleton} />
    </Loading>
  ),
});

export function PhotoGuideDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('dashboard');
  return (
    <Dialog title={t('guide.title')} onClose={onClose} className={styles.dialog}>
      <PhotoGuide />
    </Dialog>
  );
}
