import { useQuery } from '@tanstack/react-query';
import { BookOpen, Plus } from 'lucide-react';
import { id } from '@keepsake/contract/primitives';
import { useDeferredValue, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import * as z from 'zod/mini';
import { bucketsQuery } from '../features/buckets/buckets.api.ts';
import { GallerySkeleton } from '../features/buckets/gallery-skeleton.tsx';
import { PhotoGuideDialog } from '../features/guide/photo-guide.tsx';
import { awaitedBucketIn } from '../features/payment/awaited-payment.ts';
import { promptsQuery } from '../features/prompts/prompts.api.ts';
import { paths } from '../paths.ts';
import { errorText } from '../shared/i18n.ts';
import { queryClient } from '../shared/query.ts';
import { readSearch, useSearch } from '../shared/search-params.ts';
import { useTranslation } from '../shared/use-translation.ts';
import { Button } from '../ui/button.tsx';
import { EmptyFrame } from '../ui/empty-frame.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Flash } from '../ui/flash.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { DashboardGallery } from './dashboard-gallery.tsx';
import { useStartMemory } from './use-start-memory.ts';

const search = z.object({ page: z._default(z.coerce.number().check(z.int(), z.minimum(1)), 1) });
/** Of a link in a mail: the set that it is about. */
const link = z.object({ bucket: id });

/** What the page shows is asked for while it is being drawn. */
export function loader({ request }: { request: Request }) {
  const asked = new URL(request.url).search;
  void queryClient.prefetchQuery(bucketsQuery(readSearch(asked, search)?.page ?? 1, readSearch(asked, link)?.bucket));
  void queryClient.prefetchQuery(promptsQuery);
  return null;
}

/** The memory gallery: the user's sets, five a page. */
export function Component() {
  const { t } = useTranslation('dashboard');
  const askedPage = useSearch(search)?.page ?? 1;
  const bucket = useSearch(link)?.bucket;
  const awaitedBucketId = awaitedBucketIn(useLocation().state);
  const startMemory = useStartMemory();
  const [guideIsOpen, setGuideIsOpen] = useState(false);
  const { data, error, isPlaceholderData, refetch } = useQuery(bucketsQuery(askedPage, bucket));
  const page = bucket === undefined || data === undefined ? askedPage : data.pagination.page;
  const pages = data?.pagination.totalPages ?? 0;
  // Drawn in pieces, so that the page answers meanwhile.
  const isGalleryDrawn = useDeferredValue(data !== undefined);
  if (data !== undefined && !isPlaceholderData && page > Math.max(1, pages))
    return <Navigate to={paths.dashboardPage(pages)} replace />;

  const guideButton = (
    <Button variant="secondary" icon={<BookOpen size={20} aria-hidden="true" />} onClick={() => setGuideIsOpen(true)}>
      {t('readGuide')}
    </Button>
  );
  const addButton = (
    <Button icon={<Plus size={20} aria-hidden="true" />} onClick={startMemory}>
      {t('add')}
    </Button>
  );
  const isEmpty = data?.buckets.length === 0 && page === 1;
  return (
    <Page>
      <Flash />
      <PageHeading
        title={t('title')}
        actions={
          isEmpty ? undefined : (
            <>
              {guideButton}
              {addButton}
            </>
          )
        }
      >
        <p>{t('intro')}</p>
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
      {isEmpty && (
        <EmptyState
          picture={<EmptyFrame />}
          title={t('empty.title')}
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
        <DashboardGallery
          buckets={data.buckets}
          shownBucketId={bucket}
          awaitedBucketId={awaitedBucketId}
          onReload={refetch}
        />
      )}
      <Pagination page={page} pages={pages} to={paths.dashboardPage} label={t('pages')} />
      {guideIsOpen && <PhotoGuideDialog onClose={() => setGuideIsOpen(false)} />}
    </Page>
  );
}
