import { QueryClientProvider } from '@tanstack/react-query';
import { ShareError, SharePassword } from '../../features/shares/share-gate.tsx';
import { SharedGallery } from '../../features/shares/shared-gallery.tsx';
import { useSharedFilms } from '../../features/shares/use-shared-films.ts';
import { paths } from '../../paths.ts';
import { queryClient } from '../../shared/query.ts';
import { longDateTime } from '../../shared/texts/format.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { Page } from '../../ui/layout/page.tsx';
import styles from './shared-page.module.css';

/** Shared films, for guests without an account. */
export function Component() {
  return (
    <QueryClientProvider client={queryClient}>
      <SharedFilms />
    </QueryClientProvider>
  );
}

function SharedFilms() {
  const { t } = useTranslation('shares');
  const { data, error, needsPassword, isFetching, tryPassword, refetch } = useSharedFilms();
  if (data !== undefined)
    return (
      <Page>
        <PageHeading title={t('guest.title', { count: data.films.length })} focusKey="films">
          <p>{t('guest.intro')}</p>
          <p>{t('guest.until', { date: longDateTime(data.expiresAt) })}</p>
        </PageHeading>
        <SharedGallery films={data.films} onRetry={refetch} />
        <section className={styles.own}>
          <h2>{t('guest.own.title')}</h2>
          <p>{t('guest.own.text')}</p>
          <p>
            <LinkButton to={paths.home} variant="secondary">
              {t('guest.own.link')}
            </LinkButton>
          </p>
        </section>
      </Page>
    );
  if (needsPassword) return <SharePassword busy={isFetching} error={error} onPassword={tryPassword} />;
  if (error !== null) return <ShareError error={error} onRetry={() => void refetch()} />;
  return (
    <Page>
      <Loading>
        <Skeleton />
      </Loading>
    </Page>
  );
}
