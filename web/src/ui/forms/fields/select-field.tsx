import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { type ComponentProps, use, useId } from 'react';
import { FormIsSent } from '../form-is-sent.ts';
import fieldStyles from './field.module.css';
import { Field, fieldIds, type FieldTexts } from './field.tsx';
import styles from './select-field.module.css';

export interface Option {
  value: string;
  label: string;
  disabled?: boolean;
}

/** A native select, which works best on phones and with screen readers. */
export function SelectField({
  label,
  hint,
  error,
  optional,
  options,
  className,
  ...select
}: FieldTexts & { options: readonly Option[] } & ComponentProps<'select'>) {
  const ownId = useId();
  const isSent = use(FormIsSent);
  const id = select.id ?? ownId;
  return (
    <Field id={id} label={label} hint={hint} error={error} optional={optional ?? false}>
      <div className={styles.row}>
        <select
          {...select}
          {...fieldIds(id, { hint, error })}
          aria-disabled={isSent || undefined}
          className={clsx(fieldStyles.control, styles.select, className)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown size={20} className={styles.arrow} aria-hidden="true" />
      </div>
    </Field>
  );
}
