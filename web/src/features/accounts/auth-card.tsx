import type { ReactNode } from 'react';
import { Flash } from '../../ui/feedback/flash.tsx';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { Card, Page } from '../../ui/layout/page.tsx';
import styles from './auth-card.module.css';

/** The narrow sheet of the pages around signing in. */
export function AuthCard({
  title,
  intro,
  screen,
  children,
  links,
}: {
  title: string;
  intro?: string;
  /** Names what is shown where one page shows several screens; the heading takes the focus when it changes. */
  screen?: string;
  children: ReactNode;
  links?: ReactNode;
}) {
  return (
    <Page width="narrow" className={styles.page}>
      <Flash />
      <PageHeading title={title} focusKey={screen}>
        {intro !== undefined && <p>{intro}</p>}
      </PageHeading>
      <Card className={styles.card}>{children}</Card>
      {links !== undefined && <div className={styles.links}>{links}</div>}
    </Page>
  );
}
