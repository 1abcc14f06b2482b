import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import styles from './icon-button.module.css';

/** A round button of one icon; `label` is its name for everyone who does not see it. */
export function IconButton({
  label,
  icon,
  className,
  ...rest
}: { label: string; icon: ReactNode } & ComponentProps<'button'>) {
  return (
    <button type="button" title={label} aria-label={label} {...rest} className={clsx(styles.button, className)}>
      {icon}
    </button>
  );
}
