import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';
import { Spinner } from './spinner.tsx';

export interface ButtonLook {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'normal' | 'large';
  /** Fills the line. */
  wide?: boolean;
  icon?: ReactNode;
}

type ButtonProps = ButtonLook &
  ComponentProps<'button'> & {
    /** Work goes on: shows it and ignores clicks, without losing the focus. */
    busy?: boolean;
  };

export function Button({
  variant,
  size,
  wide,
  icon,
  busy = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={clsx(buttonClass({ variant, size, wide }), className)}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy ? <Spinner /> : icon}
      <span>{children}</span>
    </button>
  );
}

export function buttonClass({ variant = 'primary', size = 'normal', wide = false }: ButtonLook): string {
  return clsx(styles.button, styles[variant], size === 'large' && styles.large, wide && styles.wide);
}
