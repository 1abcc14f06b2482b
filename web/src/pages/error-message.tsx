import { paths } from '../paths.ts';
import { useTranslation } from '../shared/use-translation.ts';
import { Button } from '../ui/button.tsx';
import { AnchorButton } from '../ui/link-button.tsx';
import { Page } from '../ui/page.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import styles from './message-page.module.css';

/** Where a page could not be drawn or loaded: what happened and two ways on. */
export function ErrorMessage({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    <Page width="text" className={styles.message}>
      <PageHeading title={t('errorPage.title')}>
        <p role="alert">{text}</p>
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
