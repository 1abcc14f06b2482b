import type { ComponentProps } from 'react';
import styles from './text.module.css';

type Part = string | number | false | null | undefined;

/**
 * A text beside other elements, wrapped in its own element. Browser translation replaces text nodes: React would fail to remove or
 * update one among siblings, but can update the only text of an element.
 */
export function Text({ children }: { children: Part | readonly Part[] }) {
  const parts = [children].flat().filter((part) => part !== false && part !== null && part !== undefined);
  return <span>{parts.join('')}</span>;
}

/** Text for screen readers only. */
export function VisuallyHidden(props: ComponentProps<'span'>) {
  return <span {...props} className={styles.hidden} />;
}
