import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { ErrorSummary } from './error-summary.tsx';
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
    <form
      noValidate
      aria-label={label}
      className={clsx(styles.form, className)}
      onSubmit={(event) => void form.onSubmit(event)}
    >
      <ErrorSummary problems={form.problems} attempt={form.attempt} />
      {children}
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
