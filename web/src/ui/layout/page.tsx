import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import styles from './page.module.css';

/** The main column of a page. */
export function Page({
  width = 'normal',
  children,
  className,
}: {
  width?: 'narrow' | 'text' | 'normal' | 'wide';
  children: ReactNode;
  className?: string;
}) {
  return <div className={clsx(styles.page, styles[width], className)}>{children}</div>;
}

/** A card on the page. */
export function Card({ className, padded = true, ...rest }: ComponentProps<'div'> & { padded?: boolean }) {
  return <div {...rest} className={clsx(styles.card, padded && styles.padded, className)} />;
}
