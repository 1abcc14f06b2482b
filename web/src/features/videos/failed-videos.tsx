import type { Reply } from '@keepsake/contract/endpoint';
import { limits } from '@keepsake/contract/limits';
import type { listFailedPhotos } from '@keepsake/contract/videos';
import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { paths } from '../../paths.ts';
import { dateTime } from '../../shared/format.ts';
import type { Translate } from '../../shared/text-keys.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import styles from './failed-videos.module.css';
import { FailureReasons } from './failure-reasons.tsx';
import { PhotoImage } from './photo-image.tsx';
import { RetryAll } from './retry-all.tsx';
import { useListPages } from './use-list-pages.ts';
import { useRetry } from './use-retry.ts';
import { failedQuery } from './videos.api.ts';

type FailedVideo = Reply<typeof listFailedPhotos>['data'][number];

/** Photos with films that could not be made; what is missing can be asked for again, one by one or all at once. */
export function FailedVideos() {
  const { t } = useTranslation('admin-videos');
  const { failed: page, to } = useListPages();
  const query = useQuery(failedQuery(page));
  const retry = useRetry();
  return (
    <QueryView query={query}>
      {({ data, total, failedFilms }) => (
        <>
          <RetryAll failedFilms={failedFilms} />
          <DataTable
            caption={t('failed.title')}
            columns={columnsOf(t, retry)}
            rows={data}
            rowKey={({ id }) => id}
            empty={t(total === 0 ? 'failed.none' : 'admin:emptyPage')}
          />
          <Pagination
            page={page}
            pages={Math.ceil(total / limits.adminPageSize)}
            to={(failed) => to({ failed })}
            isPart
            label={t('failed.pages')}
          />
        </>
      )}
    </QueryView>
  );
}

function columnsOf(t: Translate<'admin-videos'>, retry: ReturnType<typeof useRetry>): Column<FailedVideo>[] {
  return [
    {
      key: 'photo',
      title: t('failed.photo'),
      cell: ({ id, photoUrl }) => (
        <div className={styles.photo}>
          <PhotoImage url={photoUrl} alt={t('failed.photoAlt', { id })} sizes="80px" width={80} height={60} />
        </div>
      ),
    },
    {
      key: 'status',
      title: t('failed.status'),
      cell: ({ status }) => <Chip tone={status === 'failed' ? 'bad' : 'warn'}>{t(`failed.${status}`)}</Chip>,
    },
    { key: 'reason', title: t('failed.reason'), cell: (video) => <FailureReasons video={video} /> },
    { key: 'tries', title: t('failed.tries'), cell: (video) => tries(t, video) },
    {
      key: 'retry',
      title: t('failed.action'),
      cell: ({ id, bucketId, status }) => (
        <div className={styles.actions}>
          <Button
            variant="secondary"
            icon={<RotateCw size={18} aria-hidden="true" />}
            disabled={status !== 'failed'}
            busy={retry.isPending && retry.variables === id}
            onClick={() => retry.mutate(id)}
          >
            {t('failed.retry')}
          </Button>
          <LinkButton variant="quiet" to={paths.adminTab('ledger', 1, { order: bucketId })}>
            {t('failed.order')}
          </LinkButton>
        </div>
      ),
    },
  ];
}

function tries(t: Translate<'admin-videos'>, { films, retryCount, lastRetryAt }: FailedVideo) {
  const attempts = films.reduce((sum, film) => sum + film.attempts, 0);
  return (
    <>
      <p>{t('failed.attempts', { count: attempts })}</p>
      <p>{retryCount === 0 ? t('failed.neverRetried') : t('failed.retried', { count: retryCount })}</p>
      {lastRetryAt !== null && <time dateTime={lastRetryAt}>{dateTime(lastRetryAt)}</time>}
    </>
  );
}
