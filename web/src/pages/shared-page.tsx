import { QueryClientProvider } from '@tanstack/react-query';
import { ShareError } from '../features/shares/share-error.tsx';
import { SharePassword } from '../features/shares/share-password.tsx';
import { SharedGallery } from '../features/shares/shared-gallery.tsx';
import { useSharedFilms } from '../features/shares/use-shared-films.ts';
import { longDateTime } from '../shared/format.ts';
import { queryClient } from '../shared/query.ts';
import { useTranslation } from '../shared/use-translation.ts';
import { Page } from '../ui/page.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';

/** Films that somebody shows to a guest, who needs no account. */
export function Component() {
  return (
    <QueryClientProvider client={queryClient}>
      <SharedFilms />
    </QueryClientProvider>
  );
}

function SharedFilms() {
  const { t } = useTranslation('shares');
  const { data, error, asksPassword, isFetching, tryPassword, refetch } = useSharedFilms();
  if (data !== undefined)
    return (
      <Page>
        <PageHeading title={t('guest.title', { count: data.films.length })} focusKey="films">
          <p>{t('guest.intro')}</p>
          <p>{t('guest.until', { date: longDateTime(data.expiresAt) })}</p>
        </PageHeading>
        <SharedGallery films={data.films} onRetry={refetch} />
      </Page>
    );
  if (asksPassword) return <SharePassword busy={isFetching} error={error} onPassword={tryPassword} />;
  if (error !== null) return <ShareError error={error} onRetry={() => void refetch()} />;
  return (
    <Page>
      <Loading>
        <Skeleton />
      </Loading>
    </Page>
  );
}
