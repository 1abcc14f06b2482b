import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import styles from './card.module.css';

/** A sheet of paper on the page. */
export function Card({ className, padded = true, ...rest }: ComponentProps<'div'> & { padded?: boolean }) {
  return <div {...rest} className={clsx(styles.card, padded && styles.padded, className)} />;
}
