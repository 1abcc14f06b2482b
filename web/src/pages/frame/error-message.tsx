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
  /** The first way on; loading the page again where it is left out. */
  action?: ReactNode;
}

/** Where a page could not be drawn or loaded: what happened and two ways on. */
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
