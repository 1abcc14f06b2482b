import { limits } from '@keepsake/contract/limits';
import { type FailedSet, retryFilm, type FailedSetFilm } from '@keepsake/contract/films/failed-sets';
import { retryGenerations } from '@keepsake/contract/films/videos';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { paths } from '../../../../paths.ts';
import { call } from '../../../../shared/api.ts';
import { dateTime, translated } from '../../../../shared/texts/format.ts';
import { errorText } from '../../../../shared/texts/i18n.ts';
import type { Translate } from '../../../../shared/texts/text-keys.ts';
import { useTranslation } from '../../../../shared/texts/use-translation.ts';
import { Button, LinkButton } from '../../../../ui/button.tsx';
import { Chip } from '../../../../ui/chip.tsx';
import { EmailAddress } from '../../../../ui/email-address.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { type Column, DataTable } from '../../../../ui/layout/data-table.tsx';
import { Pagination } from '../../../../ui/layout/pagination.tsx';
import { ConfirmDialog } from '../../../../ui/overlays/confirm-dialog.tsx';
import { toast } from '../../../../ui/overlays/toast-store.ts';
import { shownInstead } from '../../film-lack.tsx';
import { PhotoImage } from '../../photo-image.tsx';
import { failedKey, failedQuery, owedKey } from '../../films.api.ts';
import styles from './failed-films.module.css';
import { FailureReason } from './failure-reasons.tsx';
import { useListPages } from './use-list-pages.ts';

type Row = FailedSetFilm & Pick<FailedSet['photos'][number], 'photoUrl'> & { photoId: string };

/** Films that failed or were retried, by bucket. They can be retried one by one, a bucket at once, or all at once. */
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
          {data.length === 0 && <p>{t(total === 0 ? 'failed.none' : 'admin:emptyPage')}</p>}
          {data.map((set) => (
            <FailedFilmsOfSet key={set.bucketId} set={set} retry={retry} />
          ))}
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

function FailedFilmsOfSet({ set, retry }: { set: FailedSet; retry: ReturnType<typeof useRetry> }) {
  const { t } = useTranslation('admin-videos');
  const { bucketId, customer, paidAt, photos } = set;
  const rows = photos.flatMap(({ id: photoId, photoUrl, films }) =>
    films.map((film): Row => ({ ...film, photoId, photoUrl })),
  );
  // Films that may be charged twice are retried one by one.
  const failed = rows.filter(({ state, mayBeChargedTwice }) => state === 'failed' && !mayBeChargedTwice);
  return (
    <section className={styles.set} aria-label={customer.email}>
      <div className={styles.head}>
        <div className={styles.customer}>
          <strong>
            <EmailAddress email={customer.email} />
          </strong>
          <span className={styles.note}>
            {paidAt === null ? customer.name : t('failed.paid', { name: customer.name, time: dateTime(paidAt) })}
          </span>
        </div>
        <div className={styles.actions}>
          {failed.length > 1 && (
            <Button
              variant="secondary"
              icon={<RotateCw size={18} aria-hidden="true" />}
              busy={retry.isPending && retry.variables.key === bucketId}
              onClick={() => retry.mutate({ key: bucketId, filmIds: failed.map(({ id }) => id) })}
            >
              {t('failed.retrySet', { count: failed.length })}
            </Button>
          )}
          <LinkButton variant="quiet" to={paths.adminTab('orders', 1, { order: bucketId })}>
            {t('failed.order')}
          </LinkButton>
        </div>
      </div>
      <DataTable
        caption={t('failed.ofSet', { email: customer.email })}
        columns={columnsOf(t, retry)}
        rows={rows}
        rowKey={({ id }) => id}
        empty=""
      />
    </section>
  );
}

const tones = { failed: 'bad', retry_pending: 'warn', creating: 'neutral', done: 'ok' } as const;

function columnsOf(t: Translate<'admin-videos'>, retry: ReturnType<typeof useRetry>): Column<Row>[] {
  return [
    {
      key: 'photo',
      title: t('failed.photo'),
      cell: ({ photoId, photoUrl }) => (
        <div className={styles.photo}>
          <PhotoImage url={photoUrl} alt={t('failed.photoAlt', { id: photoId })} sizes="80px" width={80} height={60} />
        </div>
      ),
    },
    {
      key: 'film',
      title: t('failed.film'),
      cell: (film) => {
        const name = `${translated(film.action)} ${film.number}`;
        const instead = shownInstead(name, film);
        return (
          <>
            <p>{name}</p>
            {instead !== undefined && <p className={styles.note}>{instead}</p>}
          </>
        );
      },
    },
    {
      key: 'status',
      title: t('failed.status'),
      cell: ({ state }) => <Chip tone={tones[state]}>{t(`failed.${state}`)}</Chip>,
    },
    { key: 'reason', title: t('failed.reason'), cell: (film) => <FailureReason film={film} /> },
    { key: 'tries', title: t('failed.tries'), cell: (film) => attempts(t, film) },
    {
      key: 'retry',
      title: t('failed.action'),
      cell: ({ id, state }) =>
        state === 'failed' ? (
          <Button
            variant="secondary"
            icon={<RotateCw size={18} aria-hidden="true" />}
            busy={retry.isPending && retry.variables.key === id}
            onClick={() => retry.mutate({ key: id, filmIds: [id] })}
          >
            {t('failed.retry')}
          </Button>
        ) : (
          <span>–</span>
        ),
    },
  ];
}

function attempts(t: Translate<'admin-videos'>, { attempts: count, retryCount, lastRetryAt }: FailedSetFilm) {
  return (
    <>
      <p>{t('failed.attempts', { count })}</p>
      <p>{retryCount === 0 ? t('failed.neverRetried') : t('failed.retried', { count: retryCount })}</p>
      {lastRetryAt !== null && <time dateTime={lastRetryAt}>{dateTime(lastRetryAt)}</time>}
    </>
  );
}

/** Retries films, one after the other; `key` says which button was pressed. */
function useRetry() {
  const { t } = useTranslation('admin-videos');
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ filmIds }: { key: string; filmIds: string[] }) => {
      for (const id of filmIds) await call(retryFilm, { params: { id } });
    },
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
      await queries.invalidateQueries({ queryKey: owedKey });
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
