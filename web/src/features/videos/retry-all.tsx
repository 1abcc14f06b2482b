import { retryGenerations } from '@keepsake/contract/videos';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../shared/api.ts';
import { errorText } from '../../shared/i18n.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast-store.ts';
import { failedKey } from './videos.api.ts';

/** Has all missing films made again, on whatever page they stand, once that is confirmed; those that may be charged twice stay for a look at each. */
export function RetryAll({ failedFilms }: { failedFilms: number }) {
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
