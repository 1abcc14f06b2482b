import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './switch-field.module.css';

/** For what takes effect at once, without a save button. */
export function SwitchField({
  label,
  hint,
  checked,
  ...input
}: { label: ReactNode; hint?: ReactNode; checked: boolean } & ComponentProps<'input'>) {
  const ownId = useId();
  const id = input.id ?? ownId;
  return (
    <div className={styles.row}>
      <input
        {...input}
        id={id}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        className={styles.switch}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      />
      <div>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className={styles.hint}>
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
