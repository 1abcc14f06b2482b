import { useTranslation } from '../../shared/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import styles from './invoice-to-come.module.css';

/** The place of the form until its data is here. */
export function InvoiceToCome({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  const { t } = useTranslation('invoice');
  if (failed) {
    return (
      <Notice
        tone="bad"
        title={t('fetchFailed')}
        action={
          <Button variant="secondary" onClick={onRetry}>
            {t('tryAgain')}
          </Button>
        }
      />
    );
  }
  return (
    <Loading className={styles.fields}>
      <Skeleton className={styles.field} />
      <Skeleton className={styles.field} />
      <Skeleton className={styles.field} />
      <Skeleton className={styles.field} />
    </Loading>
  );
}
