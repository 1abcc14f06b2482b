import type { ReactNode } from 'react';
import { Flash } from '../../ui/feedback/flash.tsx';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { Card, Page } from '../../ui/layout/page.tsx';
import styles from './auth-card.module.css';

/** The narrow card of the pages for signing in, registration and passwords. */
export function AuthCard({
  title,
  intro,
  screen,
  children,
  links,
}: {
  title: string;
  intro?: string;
  /** Identifies the current screen of a page with several screens; when it changes, the heading gets the focus. */
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
