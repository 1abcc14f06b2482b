import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

/** Shown when a page has no data yet: the benefit and one main action. */
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

/** A drawing of an empty picture frame. */
export function EmptyFrame() {
  return (
    <svg viewBox="0 0 160 128" className={styles.frame} aria-hidden="true">
      <rect x="14" y="10" width="132" height="108" rx="4" className={styles.mat} />
      <rect x="26" y="22" width="108" height="84" className={styles.picture} />
      <path d="M26 106 62 68l20 20 18-16 34 34Z" className={styles.hill} />
      <circle cx="108" cy="46" r="10" className={styles.sun} />
      <path d="M8 26V4h22ZM152 26V4h-22ZM8 102v22h22ZM152 102v22h-22Z" className={styles.corner} />
    </svg>
  );
}
