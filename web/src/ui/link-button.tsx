import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { buttonClass, type ButtonLook } from './button.tsx';
import { Link, type LinkProps } from './navigation.tsx';

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
