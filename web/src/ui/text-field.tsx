import { clsx } from 'clsx';
import { type ComponentProps, useId } from 'react';
import { Field, fieldIds, type FieldTexts } from './field.tsx';
import styles from './field.module.css';

export function TextField({ label, hint, error, optional, className, ...input }: FieldTexts & ComponentProps<'input'>) {
  const ownId = useId();
  const id = input.id ?? ownId;
  return (
    <Field id={id} label={label} hint={hint} error={error} optional={optional ?? false}>
      <input type="text" {...input} {...fieldIds(id, { hint, error })} className={clsx(styles.control, className)} />
    </Field>
  );
}

export function TextAreaField({
  label,
  hint,
  error,
  optional,
  className,
  ...input
}: FieldTexts & ComponentProps<'textarea'>) {
  const ownId = useId();
  const id = input.id ?? ownId;
  return (
    <Field id={id} label={label} hint={hint} error={error} optional={optional ?? false}>
      <textarea rows={4} {...input} {...fieldIds(id, { hint, error })} className={clsx(styles.control, className)} />
    </Field>
  );
}
