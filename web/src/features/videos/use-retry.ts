import { retryGeneration } from '@keepsake/contract/videos';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shared/api.ts';
import { errorText } from '../../shared/i18n.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { toast } from '../../ui/toast-store.ts';
import { failedKey, owedKey } from './videos.api.ts';

/** Has the missing films of a photo made again. */
export function useRetry() {
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
