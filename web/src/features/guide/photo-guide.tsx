import { lazy, Suspense } from 'react';
import { useTranslation } from '../../shared/use-translation.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import styles from './photo-guide.module.css';

const GuideAdvice = lazy(async () => ({ default: (await import('./guide-advice.tsx')).GuideAdvice }));

/** What makes a photo easy to bring to life; its words and pictures are loaded when somebody asks for them. */
export function PhotoGuide() {
  return (
    <Suspense
      fallback={
        <Loading className={styles.loading}>
          <Skeleton className={styles.skeleton} />
        </Loading>
      }
    >
      <GuideAdvice />
    </Suspense>
  );
}

export function PhotoGuideDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('dashboard');
  return (
    <Dialog title={t('guide.title')} onClose={onClose} className={styles.dialog}>
      <PhotoGuide />
    </Dialog>
  );
}
