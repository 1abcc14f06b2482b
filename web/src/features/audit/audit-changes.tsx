import { useTranslation } from '../../shared/texts/use-translation.ts';
import styles from './audit-changes.module.css';

/** Further fields are shown on request. */
const shownAtOnce = 4;

/** The changed fields with their old and new values. */
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

interface FieldChange {
  /** `volumeDiscounts.3` */
  field: string;
  /** Undefined if the field was missing. */
  before: string | undefined;
  after: string | undefined;
}

/** The fields that differ between two states, each with both values as text, in the order of their names. */
export function findChanges(before: unknown, after: unknown): FieldChange[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((field) => ({ field, before: old.get(field), after: now.get(field) }))
    .filter((change) => change.before !== change.after);
}

function fieldsOf(value: unknown, path = '', into = new Map<string, string>()): Map<string, string> {
  if (value === null || value === undefined) return into;
  if (typeof value === 'object' && !Array.isArray(value)) {
    for (const [name, inner] of Object.entries(value)) fieldsOf(inner, path === '' ? name : `${path}.${name}`, into);
    return into;
  }
  const text = textOf(value);
  return text === '' ? into : into.set(path, text);
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
