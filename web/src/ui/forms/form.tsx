import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { ErrorSummary } from './error-summary.tsx';
import { FormIsSent } from './form-is-sent.ts';
import styles from './form.module.css';
import { useUnsaved } from './unsaved.ts';
import type { ContractForm } from './use-contract-form.ts';

/** Error summary, then the fields and buttons given as children. */
export function Form<Input>({
  form,
  label,
  unsaved = false,
  children,
  className,
}: {
  form: ContractForm<Input>;
  /** Accessible name, if the page has several forms. */
  label?: string;
  /** Has unsaved changes that need a confirmation before they are lost. */
  unsaved?: boolean;
  children: ReactNode;
  className?: string;
}) {
  useUnsaved(unsaved);
  return (
    <FormElement form={form} label={label} className={clsx(styles.form, className)}>
      <ErrorSummary problems={form.problems} attempt={form.attempt} />
      {children}
    </FormElement>
  );
}

/** A form that shows its problems itself. While it is sent nothing in it can be changed: the change would not be sent, and be lost. */
export function FormElement<Input>({
  form,
  label,
  children,
  className,
}: {
  form: ContractForm<Input>;
  label?: string | undefined;
  children: ReactNode;
  className: string | undefined;
}) {
  return (
    <form
      noValidate
      aria-label={label}
      className={className}
      onSubmit={(event) => void form.onSubmit(event)}
      onChangeCapture={(event) => form.busy && event.stopPropagation()}
    >
      <FormIsSent value={form.busy}>{children}</FormIsSent>
    </form>
  );
}

/** Buttons at the end of a form. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

/** Fields side by side, if the width allows. */
export function FormRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>;
}
