import { paths } from '../paths.ts';
import { useUserData } from '../shared/session.ts';
import { useTranslation } from '../shared/use-translation.ts';
import { EmptyFrame } from '../ui/empty-frame.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Page } from '../ui/page.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import styles from './message-page.module.css';

export function Component() {
  const { t } = useTranslation();
  const signedIn = useUserData() !== null;
  return (
    <Page width="text" className={styles.message}>
      <EmptyFrame />
      <PageHeading title={t('notFoundPage.title')}>
        <p>{t('notFoundPage.text')}</p>
      </PageHeading>
      <div className={styles.actions}>
        <LinkButton to={paths.home}>{t('notFoundPage.home')}</LinkButton>
        {signedIn && (
          <LinkButton to={paths.dashboard} variant="secondary">
            {t('nav.dashboard')}
          </LinkButton>
        )}
      </div>
    </Page>
  );
}
