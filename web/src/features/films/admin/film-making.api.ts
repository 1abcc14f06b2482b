import { pauseVideoMaking, resumeVideoMaking, videoMaking } from '@keepsake/contract/films/videos';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shared/api.ts';
import { showState } from '../../../shared/query.ts';
import { errorText } from '../../../shared/texts/i18n.ts';
import { useTranslation } from '../../../shared/texts/use-translation.ts';
import { toast } from '../../../ui/overlays/toast-store.ts';

export const makingQuery = queryOptions({
  queryKey: ['admin', 'film-making'],
  queryFn: ({ signal }) => call(videoMaking, { signal }),
  refetchInterval: 60_000,
});

/** Pauses or resumes film making; the reply is shown at once. */
export function useChangeMaking() {
  const { t } = useTranslation('admin');
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: 'pause' | 'end_pause' | 'try') =>
      call(change === 'pause' ? pauseVideoMaking : resumeVideoMaking),
    onSuccess: async (state, change) => {
      await showState(queries, makingQuery, state);
      if (change !== 'pause') toast(t(change === 'try' ? 'making.resumed' : 'making.pauseEnded'));
    },
    onError: (error) => {
      toast(errorText(error), { tone: 'bad' });
      return queries.invalidateQueries({ queryKey: makingQuery.queryKey });
    },
  });
}
