import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../shared/texts/use-translation.ts';
import styles from './field.module.css';

export interface FieldTexts {
  label: string;
  /** Hint below the label. */
  hint?: ReactNode;
  /** Error text in the user's language. */
  error?: string | undefined;
  /** Adds "(optional)" to the label. */
  optional?: boolean;
}

/** Label, hint and error around one control; the control takes its ids from `fieldIds`. */
export function Field({
  id,
  label,
  hint,
  error,
  optional,
  children,
}: FieldTexts & { id: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className={styles.field} data-invalid={error !== undefined || undefined}>
      <label htmlFor={id} className={styles.label}>
        <span>{label}</span>
        {optional && <span className={styles.optional}>{` ${t('optional')}`}</span>}
      </label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {children}
      <FieldError id={id} error={error} />
    </div>
  );
}

export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (error === undefined) return null;
  return (
    <p id={`${id}-error`} className={styles.error}>
      <CircleAlert size={18} aria-hidden="true" />
      <span>{error}</span>
    </p>
  );
}

/** ARIA attributes that link a control to its hint and error. */
export function fieldIds(id: string, { hint, error }: { hint?: ReactNode; error?: string | undefined }) {
  const describedBy = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean);
  return {
    id,
    'aria-invalid': error !== undefined || undefined,
    'aria-describedby': describedBy.length > 0 ? describedBy.join(' ') : undefined,
  };
}
