import type { ReactNode } from 'react';
import { paths } from '../../paths.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { AnchorButton, Button } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { Page } from '../../ui/layout/page.tsx';
import styles from './message-page.module.css';

interface ErrorMessageProps {
  title?: string;
  text: string;
  /** The main action; by default, to reload the page. */
  action?: ReactNode;
}

/** Shown if a page could not be rendered or loaded: what happened, and two actions. */
export function ErrorMessage({ title, text, action }: ErrorMessageProps) {
  const { t } = useTranslation();
  return (
    <Page width="text" className={styles.message}>
      <PageHeading title={title ?? t('errorPage.title')}>
        <p role="alert">{text}</p>
      </PageHeading>
      <div className={styles.actions}>
        {action ?? <Button onClick={() => window.location.reload()}>{t('errorPage.reload')}</Button>}
        <AnchorButton href={paths.home} variant="secondary">
          {t('errorPage.home')}
        </AnchorButton>
      </div>
    </Page>
  );
}
