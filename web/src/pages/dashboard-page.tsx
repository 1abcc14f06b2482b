import { id } from '@keepsake/contract/primitives';
import { useQuery } from '@tanstack/react-query';
import { Archive, ArrowLeft, BookOpen, Plus } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import * as z from 'zod/mini';
import { bucketTitleId, GallerySkeleton } from '../features/buckets/bucket-card.tsx';
import { BucketGallery } from '../features/buckets/bucket-gallery.tsx';
import { type RequestedPage, bucketsQuery } from '../features/buckets/buckets.api.ts';
import { PhotoGuideDialog } from '../features/guide/photo-guide.tsx';
import { awaitedBucketIn } from '../features/payment/awaited-payment.ts';
import { promptsQuery } from '../features/prompts/prompts.api.ts';
import { paths } from '../paths.ts';
import { queryClient } from '../shared/query.ts';
import { readSearch, useSearch } from '../shared/search-params.ts';
import { errorText } from '../shared/texts/i18n.ts';
import { useTranslation } from '../shared/texts/use-translation.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { EmptyFrame, EmptyState } from '../ui/feedback/empty-state.tsx';
import { Flash } from '../ui/feedback/flash.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { PageHeading } from '../ui/layout/page-heading.tsx';
import { Page } from '../ui/layout/page.tsx';
import { Pagination } from '../ui/layout/pagination.tsx';
import { useFocusAfterRemoval } from '../ui/layout/use-focus-after-removal.ts';
import { useMedia, wideQuery } from '../ui/use-media.ts';
import { useStartBucket } from './use-start-bucket.ts';

const search = z.object({
  page: z._default(z.coerce.number().check(z.int(), z.minimum(1)), 1),
  archived: z.optional(z.string()),
});
/** Query of a link in a mail: the bucket to show. */
const link = z.object({ bucket: id });
/** The film of that bucket to open. */
const filmLink = z.object({ film: id });

/** Prefetches the page's data while it renders. */
export function loader({ request }: { request: Request }) {
  const { search: query } = new URL(request.url);
  void queryClient.prefetchQuery(bucketsQuery(toRequested(readSearch(query, search), readSearch(query, link))));
  void queryClient.prefetchQuery(promptsQuery);
  return null;
}

function toRequested(
  shown: z.output<typeof search> | null | undefined,
  to: z.output<typeof link> | null | undefined,
): RequestedPage {
  return { page: shown?.page ?? 1, archived: shown?.archived === 'true', bucket: to?.bucket };
}

/** The gallery: the user's buckets, five per page, or the archived ones. */
export function Component() {
  const { t } = useTranslation('dashboard');
  const asked = toRequested(useSearch(search), useSearch(link));
  const { bucket } = asked;
  const film = useSearch(filmLink)?.film;
  const awaitedBucketId = awaitedBucketIn(useLocation().state);
  // In this component, because the gallery unmounts with its last bucket.
  const expectRemoval = useFocusAfterRemoval();
  const startBucket = useStartBucket();
  // On a phone the buckets come first.
  const isWide = useMedia(wideQuery);
  const [guideIsOpen, setGuideIsOpen] = useState(false);
  const { data, error, isPlaceholderData, refetch } = useQuery(bucketsQuery(asked));
  const page = bucket === undefined || data === undefined ? asked.page : data.pagination.page;
  // A link in a mail may lead to a bucket that was archived since.
  const isArchive = data?.archived ?? asked.archived;
  const pathOf = isArchive ? paths.dashboardArchive : paths.dashboardPage;
  const pages = data?.pagination.totalPages ?? 0;
  // Deferred, so that the page stays responsive.
  const isGalleryDrawn = useDeferredValue(data !== undefined);
  if (data !== undefined && !isPlaceholderData && page > Math.max(1, pages))
    return <Navigate to={pathOf(pages)} replace />;

  const guideButton = (
    <Button variant="secondary" icon={<BookOpen size={20} aria-hidden="true" />} onClick={() => setGuideIsOpen(true)}>
      {t('readGuide')}
    </Button>
  );
  const addButton = (
    <Button icon={<Plus size={20} aria-hidden="true" />} onClick={startBucket}>
      {t('add')}
    </Button>
  );
  const isEmpty = data?.buckets.length === 0 && page === 1;
  return (
    <Page width="wide">
      <Flash />
      <PageHeading
        title={t(isArchive ? 'archive.title' : 'title')}
        actions={
          isEmpty || isArchive ? undefined : (
            <>
              {isWide && guideButton}
              {addButton}
            </>
          )
        }
      >
        <p>{t(isArchive ? 'archive.intro' : 'intro')}</p>
      </PageHeading>
      {!isGalleryDrawn && !isEmpty && error === null && <GallerySkeleton />}
      {data === undefined && error !== null && (
        <Notice
          tone="bad"
          title={t('loadFailed')}
          action={<Button onClick={() => void refetch()}>{t('common:tryAgain')}</Button>}
        >
          <p>{errorText(error)}</p>
        </Notice>
      )}
      {isEmpty && isArchive && <p>{t('archive.none')}</p>}
      {isEmpty && !isArchive && (
        <EmptyState
          picture={<EmptyFrame />}
          title={t(data.archivedTotal > 0 ? 'empty.titleArchived' : 'empty.title')}
          actions={
            <>
              {addButton}
              {guideButton}
            </>
          }
        >
          <p>{t('empty.text')}</p>
        </EmptyState>
      )}
      {isGalleryDrawn && data !== undefined && !isEmpty && (
        <BucketGallery
          buckets={data.buckets}
          shownBucketId={bucket}
          shownFilmId={film}
          awaitedBucketId={awaitedBucketId}
          onReload={refetch}
          onRemoval={(id) => expectRemoval(bucketTitleId(id))}
        />
      )}
      <Pagination page={page} pages={pages} to={pathOf} label={t('pages')} />
      {!isWide && !isEmpty && !isArchive && <p>{guideButton}</p>}
      {isArchive && (
        <p>
          <LinkButton variant="quiet" icon={<ArrowLeft size={20} aria-hidden="true" />} to={paths.dashboard}>
            {t('archive.back')}
          </LinkButton>
        </p>
      )}
      {!isArchive && data !== undefined && data.archivedTotal > 0 && (
        <p>
          <LinkButton variant="quiet" icon={<Archive size={20} aria-hidden="true" />} to={paths.dashboardArchive()}>
            {t('archive.link', { count: data.archivedTotal })}
          </LinkButton>
        </p>
      )}
      {guideIsOpen && <PhotoGuideDialog onClose={() => setGuideIsOpen(false)} />}
    </Page>
  );
}
