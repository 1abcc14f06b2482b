import { useRouteError } from 'react-router';
import { paths } from '../paths.ts';
import { errorText } from '../shared/i18n.ts';
import { useTranslation } from '../shared/use-translation.ts';
import { Button } from '../ui/button.tsx';
import { AnchorButton } from '../ui/link-button.tsx';
import { Page } from '../ui/page.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import styles from './message-page.module.css';

/** Where a page could not be drawn or loaded: what happened and two ways on. */
export function ErrorPage() {
  const { t } = useTranslation();
  const error = useRouteError();
  return (
    <Page width="text" className={styles.message}>
      <PageHeading title={t('errorPage.title')}>
        <p>{errorText(error)}</p>
      </PageHeading>
      <div className={styles.actions}>
        <Button onClick={() => window.location.reload()}>{t('errorPage.reload')}</Button>
        <AnchorButton href={paths.home} variant="secondary">
          {t('errorPage.home')}
        </AnchorButton>
      </div>
    </Page>
  );
}
