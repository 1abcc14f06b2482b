import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

/** What a page offers when it has nothing yet: the benefit and one main action. */
export function EmptyState({
  picture,
  title,
  children,
  actions,
}: {
  picture?: ReactNode;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      {picture}
      <h2 className={styles.title}>{title}</h2>
      {children !== undefined && <div className={styles.text}>{children}</div>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
