import type { Reply } from '@keepsake/contract/endpoint';
import { limits } from '@keepsake/contract/limits';
import { type listFailedPhotos, retryGeneration, retryGenerations } from '@keepsake/contract/films/videos';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { paths } from '../../../../paths.ts';
import { call } from '../../../../shared/api.ts';
import { dateTime } from '../../../../shared/texts/format.ts';
import { errorText } from '../../../../shared/texts/i18n.ts';
import type { Translate } from '../../../../shared/texts/text-keys.ts';
import { useTranslation } from '../../../../shared/texts/use-translation.ts';
import { Button, LinkButton } from '../../../../ui/button.tsx';
import { Chip } from '../../../../ui/chip.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { type Column, DataTable } from '../../../../ui/layout/data-table.tsx';
import { Pagination } from '../../../../ui/layout/pagination.tsx';
import { ConfirmDialog } from '../../../../ui/overlays/confirm-dialog.tsx';
import { toast } from '../../../../ui/overlays/toast-store.ts';
import { PhotoImage } from '../../photo-image.tsx';
import { failedKey, failedQuery, owedKey } from '../../films.api.ts';
import styles from './failed-films.module.css';
import { FailureReasons } from './failure-reasons.tsx';
import { useListPages } from './use-list-pages.ts';

type FailedPhoto = Reply<typeof listFailedPhotos>['data'][number];

/** Photos with failed films, which can be retried one by one or all at once. */
export function FailedFilms() {
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

function columnsOf(t: Translate<'admin-videos'>, retry: ReturnType<typeof useRetry>): Column<FailedPhoto>[] {
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
    { key: 'reason', title: t('failed.reason'), cell: (photo) => <FailureReasons photo={photo} /> },
    { key: 'tries', title: t('failed.tries'), cell: (photo) => attempts(t, photo) },
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

function attempts(t: Translate<'admin-videos'>, { films, retryCount, lastRetryAt }: FailedPhoto) {
  const count = films.reduce((sum, film) => sum + film.attempts, 0);
  return (
    <>
      <p>{t('failed.attempts', { count })}</p>
      <p>{retryCount === 0 ? t('failed.neverRetried') : t('failed.retried', { count: retryCount })}</p>
      {lastRetryAt !== null && <time dateTime={lastRetryAt}>{dateTime(lastRetryAt)}</time>}
    </>
  );
}

/** Retries the missing films of a photo. */
function useRetry() {
  const { t } = useTranslation('admin-videos');
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(retryGeneration, { params: { id } }),
    onSuccess: () => toast(t('failed.queued')),
    onError: (error) => toast(errorText(error), { tone: 'bad' }),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: failedKey });
      await queries.invalidateQueries({ queryKey: owedKey });
    },
  });
}

/** Retries all failed films on all pages after a confirmation, except those that may be charged twice. */
function RetryAll({ failedFilms }: { failedFilms: number }) {
  const { t } = useTranslation('admin-videos');
  const [isAsked, setAsked] = useState(false);
  const queries = useQueryClient();
  const retry = useMutation({
    mutationFn: () => call(retryGenerations),
    onSuccess: ({ retried, skipped }) => {
      const left = skipped > 0 ? ` ${t('retryAll.skipped', { count: skipped })}` : '';
      toast(`${t('retryAll.done', { count: retried })}${left}`);
    },
    onError: (error) => toast(errorText(error), { tone: 'bad' }),
    onSettled: async () => {
      setAsked(false);
      await queries.invalidateQueries({ queryKey: failedKey });
    },
  });
  if (failedFilms === 0) return null;
  return (
    <div>
      <Button variant="secondary" icon={<RotateCw size={18} aria-hidden="true" />} onClick={() => setAsked(true)}>
        {t('retryAll.button')}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={t('retryAll.title')}
          confirmLabel={t('retryAll.confirm')}
          busy={retry.isPending}
          onConfirm={() => retry.mutate()}
          onCancel={() => setAsked(false)}
        >
          <p>{t('retryAll.text')}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
