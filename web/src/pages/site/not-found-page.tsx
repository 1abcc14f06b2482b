import { paths } from '../../paths.ts';
import { useUserData } from '../../shared/session.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyFrame } from '../../ui/feedback/empty-state.tsx';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { Page } from '../../ui/layout/page.tsx';
import styles from '../frame/message-page.module.css';

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
