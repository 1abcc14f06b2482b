import type { Reply } from '@keepsake/contract/endpoint';
import { failureCodes, type listFailedPhotos } from '@keepsake/contract/films/videos';
import { translated } from '../../../../shared/texts/format.ts';
import type { Translate } from '../../../../shared/texts/text-keys.ts';
import { useTranslation } from '../../../../shared/texts/use-translation.ts';
import { Text } from '../../../../ui/text.tsx';
import styles from './failure-reasons.module.css';

type FailedPhoto = Reply<typeof listFailedPhotos>['data'][number];

/** Why each film of a photo is missing, with the recorded error messages in a collapsed section. */
export function FailureReasons({ photo: { films, ErrorLogs, mayBeChargedTwice } }: { photo: FailedPhoto }) {
  const { t } = useTranslation('admin-videos');
  const raw = [...new Set([...films.map(({ failureReason }) => failureReason), ErrorLogs[0]?.errorMessage])].filter(
    Boolean,
  );
  return (
    <>
      <ul className={styles.films}>
        {films.map(({ id, action, number, failureCode }) => (
          <li key={id}>
            <strong>{t('film', { effect: translated(action), number })}</strong>
            <Text> {reasonOf(t, failureCode)}</Text>
          </li>
        ))}
      </ul>
      {mayBeChargedTwice && <p className={styles.warning}>{t('failed.mayBeChargedTwice')}</p>}
      {raw.length > 0 && (
        <details>
          <summary className={styles.summary}>{t('failed.raw')}</summary>
          {raw.map((text) => (
            <p key={text} className={styles.raw}>
              {text}
            </p>
          ))}
        </details>
      )}
    </>
  );
}

/** A newer server may send codes that this page does not know. */
export function reasonOf(t: Translate<'admin-videos'>, code: string | null): string {
  const known = failureCodes.find((one) => one === code);
  return t(`reasons.${known ?? 'unknown'}`);
}
