import { type ComponentProps, type ReactNode, use, useId } from 'react';
import { FormIsSent } from '../form-is-sent.ts';
import styles from './checkbox-field.module.css';
import { FieldError, fieldIds } from './field.tsx';

/** A checkbox with its label, which may contain links. */
export function CheckboxField({
  label,
  hint,
  error,
  ...input
}: { label: ReactNode; hint?: ReactNode; error?: string | undefined } & ComponentProps<'input'>) {
  const ownId = useId();
  const isSent = use(FormIsSent);
  const id = input.id ?? ownId;
  return (
    <div className={styles.field}>
      <div className={styles.row}>
        <input
          {...input}
          {...fieldIds(id, { hint, error })}
          aria-disabled={isSent || undefined}
          type="checkbox"
          className={styles.box}
        />
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
      </div>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <FieldError id={id} error={error} />
    </div>
  );
}
