import type { Reply } from '@keepsake/contract/endpoint';
import { limits } from '@keepsake/contract/limits';
import { deleteGeneration, listGenerations } from '@keepsake/contract/films/videos';
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { paths } from '../../../../paths.ts';
import { call } from '../../../../shared/api.ts';
import { usePageNumber } from '../../../../shared/search-params.ts';
import { dateTime } from '../../../../shared/texts/format.ts';
import { errorText } from '../../../../shared/texts/i18n.ts';
import type { Translate } from '../../../../shared/texts/text-keys.ts';
import { useTranslation } from '../../../../shared/texts/use-translation.ts';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { Chip } from '../../../../ui/chip.tsx';
import type { Tone } from '../../../../ui/feedback/notice.tsx';
import { RetryNotice } from '../../../../ui/feedback/outcome-notices.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { type Column, DataTable, previewOf } from '../../../../ui/layout/data-table.tsx';
import { Pagination } from '../../../../ui/layout/pagination.tsx';
import { ConfirmDialog } from '../../../../ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../../../../ui/overlays/dialog.tsx';
import { toast } from '../../../../ui/overlays/toast-store.ts';
import { useSteadyLinks } from '../../../../ui/use-steady-links.ts';
import { DeletionState, generationsKey, useDeletion } from './generation-deletion.tsx';
import styles from './generations-tab.module.css';

type Generation = Reply<typeof listGenerations>['generations'][number];

function generationsQuery(page: number) {
  return queryOptions({
    queryKey: [...generationsKey, page],
    queryFn: ({ signal }) => call(listGenerations, { query: { page, limit: limits.adminPageSize }, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
}

const tones: Record<Generation['state'], Tone> = {
  completed: 'ok',
  failed: 'bad',
  pending: 'neutral',
  processing: 'neutral',
};

/** The generations that the video service holds. The server never deletes one that an order still needs. */
export function Component() {
  const { t } = useTranslation('admin-generations');
  const page = usePageNumber();
  const query = useQuery(generationsQuery(page));
  const [asked, setAsked] = useState<Generation | 'all' | null>(null);
  const [watchedId, setWatchedId] = useState<string | null>(null);
  const removal = useRemoval(() => setAsked(null));
  const deletion = useDeletion(() => setAsked(null));
  return (
    <QueryView query={query}>
      {({ generations, count, has_more }) => (
        <>
          <div className={styles.head}>
            <p>{t(has_more || page > 1 ? 'countHere' : 'count', { count })}</p>
            <Button
              variant="danger"
              icon={<Trash2 size={18} aria-hidden="true" />}
              busy={deletion.isRunning}
              disabled={generations.length === 0 && page === 1}
              onClick={() => setAsked('all')}
            >
              {t('deleteAll')}
            </Button>
          </div>
          <DeletionState deletion={deletion.latest} />
          <DataTable
            caption={t('table')}
            columns={columnsOf(t, { ask: setAsked, watch: setWatchedId })}
            rows={generations}
            rowKey={({ id }) => id}
            empty={t(page === 1 ? 'none' : 'admin:emptyPage')}
          />
          <Pagination
            page={page}
            pages={has_more ? page + 1 : page}
            to={(next) => paths.adminTab('generations', next)}
            label={t('pages')}
          />
          {generations.map(
            ({ id, assets }) =>
              id === watchedId &&
              assets.video_url !== null && (
                <GenerationFilm
                  key={id}
                  id={id}
                  url={assets.video_url}
                  onRetry={query.refetch}
                  onClose={() => setWatchedId(null)}
                />
              ),
          )}
          {asked !== null && (
            <ConfirmDialog
              title={asked === 'all' ? t('deleteAll') : t('deleteOne', { id: asked.id })}
              confirmLabel={asked === 'all' ? t('deleteAll') : t('delete')}
              busy={removal.isPending || deletion.isStarting}
              onConfirm={() => (asked === 'all' ? deletion.start() : removal.mutate(asked.id))}
              onCancel={() => setAsked(null)}
            >
              <p>{asked === 'all' ? t('sureAll') : t('sureOne')}</p>
              <p>{t('needed')}</p>
            </ConfirmDialog>
          )}
        </>
      )}
    </QueryView>
  );
}

function useRemoval(done: () => void) {
  const { t } = useTranslation('admin-generations');
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(deleteGeneration, { params: { id } }),
    onSuccess: () => toast(t('deleted')),
    onError: (error) => toast(errorText(error), { tone: 'bad' }),
    onSettled: () => {
      done();
      return queries.invalidateQueries({ queryKey: generationsKey });
    },
  });
}

/** Films of the embedded renderer have a path on this site; others have a URL of the video service. */
const isOurs = (url: string) => url.startsWith('/');

function columnsOf(
  t: Translate<'admin-generations'>,
  { ask, watch }: { ask: (which: Generation) => void; watch: (id: string) => void },
): Column<Generation>[] {
  return [
    { key: 'id', title: t('id'), long: true, cell: ({ id }) => <code className={styles.id}>{id}</code> },
    { key: 'state', title: t('state'), cell: ({ state }) => <Chip tone={tones[state]}>{t(`states.${state}`)}</Chip> },
    {
      key: 'request',
      title: t('request'),
      long: true,
      cell: ({ model, request }) => (
        <>
          <p className={styles.line}>
            {[model ?? request.model, request.resolution, request.duration].filter(Boolean).join(' · ') || '–'}
          </p>
          {request.prompt !== null && <p className={styles.prompt}>{previewOf(request.prompt)}</p>}
        </>
      ),
    },
    {
      key: 'created',
      title: t('created'),
      cell: ({ created_at }) => (created_at === null ? '–' : <time dateTime={created_at}>{dateTime(created_at)}</time>),
    },
    {
      key: 'film',
      title: t('video'),
      cell: ({ id, assets }) =>
        assets.video_url === null ? (
          '–'
        ) : isOurs(assets.video_url) ? (
          <Button
            variant="quiet"
            icon={<Play size={18} aria-hidden="true" />}
            aria-label={t('watchNamed', { id })}
            onClick={() => watch(id)}
          >
            {t('watch')}
          </Button>
        ) : (
          <a href={assets.video_url} target="_blank" rel="noreferrer">
            {t('watch')}
          </a>
        ),
    },
    {
      key: 'delete',
      title: t('action'),
      cell: (generation) => (
        <IconButton
          label={t('deleteOne', { id: generation.id })}
          icon={<Trash2 size={20} aria-hidden="true" />}
          onClick={() => ask(generation)}
        />
      ),
    },
  ];
}

interface GenerationFilmProps {
  id: string;
  url: string;
  /** Fetches new links; the links of a page expire. */
  onRetry: () => Promise<unknown>;
  onClose: () => void;
}

/** Plays the film of a generation of the embedded renderer. */
function GenerationFilm({ id, url: newest, onRetry, onClose }: GenerationFilmProps) {
  const { t } = useTranslation('admin-generations');
  const [failed, setFailed] = useState(false);
  const { url, onError, onLoadedMetadata } = useSteadyLinks(id, { url: newest }, () => setFailed(true));
  return (
    <Dialog title={t('watchTitle')} onClose={onClose}>
      <code className={styles.id}>{id}</code>
      {failed ? (
        <RetryNotice text={t('playFailed')} onRetry={() => void onRetry().then(() => setFailed(false))} />
      ) : (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- films are silent; the title tells what it is
        <video
          src={url}
          aria-label={t('watchTitle')}
          controls
          playsInline
          loop
          preload="metadata"
          className={styles.film}
          onError={onError}
          onLoadedMetadata={onLoadedMetadata}
        />
      )}
    </Dialog>
  );
}
