import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';
import { Link, type LinkProps } from './navigation.tsx';

export interface ButtonLook {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'normal' | 'large';
  /** As wide as its container. */
  wide?: boolean;
  icon?: ReactNode;
}

type ButtonProps = ButtonLook &
  ComponentProps<'button'> & {
    /** Shows a spinner and ignores clicks, without losing the focus. */
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

/** A decorative spinner; put a text beside it. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}

/** A round icon button; `label` is its accessible name. */
export function IconButton({
  label,
  icon,
  className,
  ...rest
}: { label: string; icon: ReactNode } & ComponentProps<'button'>) {
  return (
    <button type="button" title={label} aria-label={label} {...rest} className={clsx(styles.iconButton, className)}>
      {icon}
    </button>
  );
}

/** A link inside the site that looks like a button. */
export function LinkButton({ variant, size, wide, icon, className, children, ...rest }: ButtonLook & LinkProps) {
  return (
    <Link {...rest} className={clsx(buttonClass({ variant, size, wide }), className)}>
      {icon}
      <span>{children}</span>
    </Link>
  );
}

/** The same for an address outside the site's own pages: downloads, mail, hosted payment. */
export function AnchorButton({
  variant,
  size,
  wide,
  icon,
  className,
  children,
  ...rest
}: ButtonLook & ComponentProps<'a'>) {
  return (
    <a {...rest} className={clsx(buttonClass({ variant, size, wide }), className)}>
      {icon}
      <span>{children}</span>
    </a>
  );
}
