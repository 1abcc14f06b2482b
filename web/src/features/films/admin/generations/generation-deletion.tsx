import { deleteGenerations, type GenerationDeletion, latestGenerationDeletion } from '@keepsake/contract/films/videos';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../../../shared/api.ts';
import { showState } from '../../../../shared/query.ts';
import { dateTime, number } from '../../../../shared/texts/format.ts';
import { errorText } from '../../../../shared/texts/i18n.ts';
import { useTranslation } from '../../../../shared/texts/use-translation.ts';
import { Notice } from '../../../../ui/feedback/notice.tsx';
import { toast } from '../../../../ui/overlays/toast-store.ts';
import styles from './generation-deletion.module.css';

export const generationsKey = ['admin', 'generations'];

/** The latest deletion of all generations; polled while it runs. */
const deletionQuery = queryOptions({
  queryKey: ['admin', 'generation-deletion'],
  queryFn: async ({ signal }) => (await call(latestGenerationDeletion, { signal })).deletion,
  refetchInterval: ({ state: { data } }) => (data?.state === 'running' ? 2000 : false),
});

/** Deletion of all generations runs as a job on the server; the list is refreshed when it ends. */
export function useDeletion(done: () => void) {
  const queries = useQueryClient();
  const { data: latest = null } = useQuery(deletionQuery);
  const start = useMutation({
    mutationFn: () => call(deleteGenerations),
    onSuccess: ({ deletion }) => showState(queries, deletionQuery, deletion),
    onError: (error) => {
      toast(errorText(error), { tone: 'bad' });
      return queries.invalidateQueries({ queryKey: deletionQuery.queryKey });
    },
    onSettled: done,
  });
  const endedAt = latest?.endedAt ?? null;
  useEffect(() => {
    if (endedAt !== null) void queries.invalidateQueries({ queryKey: generationsKey });
  }, [endedAt, queries]);
  return {
    latest,
    isRunning: latest?.state === 'running',
    isStarting: start.isPending,
    start: () => start.mutate(),
  };
}

/** Progress or result of the deletion. */
export function DeletionState({ deletion }: { deletion: GenerationDeletion | null }) {
  const { t } = useTranslation('admin-generations');
  if (deletion === null) return null;
  const { state, total } = deletion;
  const reason = deletion.reason ?? '–';
  const [deleted, skipped] = [number(deletion.deleted), number(deletion.skipped)];
  const done = deletion.deleted + deletion.skipped;
  if (state === 'failed') {
    return (
      <Notice tone="bad">
        <p>
          {total === null
            ? t('deletionFailedEarly', { reason })
            : t('deletionFailed', { deleted, total: number(total), reason })}
        </p>
      </Notice>
    );
  }
  return (
    <div className={styles.state}>
      <output>
        {state === 'done'
          ? t('deletedAll', { time: dateTime(deletion.endedAt ?? deletion.createdAt), deleted, skipped })
          : total === null
            ? t('deletingBegins')
            : t('deleting', { done: number(done), total: number(total) })}
      </output>
      {state === 'running' && (
        <progress
          className={styles.bar}
          {...(total !== null && { max: Math.max(total, 1), value: done })}
          aria-label={t('deletionProgress')}
        />
      )}
    </div>
  );
}
