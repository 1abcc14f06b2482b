import type { FailedSetFilm } from '@keepsake/contract/films/failed-sets';
import { failureCodes } from '@keepsake/contract/films/videos';
import type { Translate } from '../../../../shared/texts/text-keys.ts';
import { useTranslation } from '../../../../shared/texts/use-translation.ts';
import styles from './failure-reasons.module.css';

/** Why a film failed, with technical details in a collapsed section. */
export function FailureReason({
  film: { state, failureCode, failureReason, mayBeChargedTwice },
}: {
  film: FailedSetFilm;
}) {
  const { t } = useTranslation('admin-videos');
  if (state === 'done') return <span>–</span>;
  return (
    <>
      <p>{reasonOf(t, failureCode)}</p>
      {mayBeChargedTwice && <p className={styles.warning}>{t('failed.mayBeChargedTwice')}</p>}
      {failureReason !== null && (
        <details>
          <summary className={styles.summary}>{t('failed.raw')}</summary>
          <p className={styles.raw}>{failureReason}</p>
        </details>
      )}
    </>
  );
}

/** A newer server may send codes that are unknown to this page. */
export function reasonOf(t: Translate<'admin-videos'>, code: string | null): string {
  const known = failureCodes.find((one) => one === code);
  return t(`reasons.${known ?? 'unknown'}`);
}
