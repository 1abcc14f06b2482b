import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './profile-section.module.css';

/** One card of the profile with what became of the last change. */
export function ProfileSection({
  title,
  done = null,
  danger = false,
  children,
}: {
  title: string;
  /** The success to report, or null. */
  done?: string | null;
  danger?: boolean;
  children: ReactNode;
}) {
  return (
    <Card className={styles.section} data-danger={danger || undefined}>
      <h2 className={styles.title}>{title}</h2>
      {done !== null && (
        <Notice tone="ok">
          <p>{done}</p>
        </Notice>
      )}
      {children}
    </Card>
  );
}
