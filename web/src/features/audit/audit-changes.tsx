import { useTranslation } from '../../shared/use-translation.ts';
import styles from './audit-changes.module.css';
import { findChanges } from './find-changes.ts';

/** More fields than this are shown when they are asked for. */
const shownAtOnce = 4;

/** What was changed, field by field: what it was, and what it is. */
export function AuditChanges({ before, after }: { before: unknown; after: unknown }) {
  const { t } = useTranslation('admin-audit');
  const changes = findChanges(before, after);
  if (changes.length === 0) return <span>{t('nothing')}</span>;
  const list = (
    <dl className={styles.changes}>
      {changes.map((change) => (
        <div key={change.field}>
          <dt className={styles.field}>{change.field || t('value')}</dt>
          <dd className={styles.values}>
            {change.before !== undefined && (
              <del className={styles.before}>
                <span className={styles.spoken}>{`${t('before')} `}</span>
                <span>{change.before}</span>
              </del>
            )}
            {change.after !== undefined && (
              <ins className={styles.after}>
                <span className={styles.spoken}>{`${t('after')} `}</span>
                <span>{change.after}</span>
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
  if (changes.length <= shownAtOnce) return list;
  return (
    <details>
      <summary className={styles.summary}>{t('fields', { count: changes.length })}</summary>
      {list}
    </details>
  );
}
