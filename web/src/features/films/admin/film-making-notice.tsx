import { resumeVideoMaking, videoMaking } from '@keepsake/contract/films/videos';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { call } from '../../../shared/api.ts';
import { dateTime } from '../../../shared/texts/format.ts';
import { errorText } from '../../../shared/texts/i18n.ts';
import { useTranslation } from '../../../shared/texts/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { toast } from '../../../ui/overlays/toast-store.ts';
import { Text } from '../../../ui/text.tsx';

const makingQuery = queryOptions({
  queryKey: ['admin', 'film-making'],
  queryFn: ({ signal }) => call(videoMaking, { signal }),
  refetchInterval: 60_000,
});

/** Shows why film production is paused or stopped, with a button to retry the video service. Renders nothing while it works. */
export function FilmMakingNotice() {
  const { t } = useTranslation('admin');
  const { data } = useQuery(makingQuery);
  const queries = useQueryClient();
  const resume = useMutation({
    mutationFn: () => call(resumeVideoMaking),
    onSuccess: (state) => {
      queries.setQueryData(makingQuery.queryKey, state);
      toast(t('making.resumed'));
    },
    onError: (error) => toast(errorText(error), { tone: 'bad' }),
  });
  if (data === undefined || data.state === 'working') return null;
  const { state, reason, nextTryAt, waiting } = data;
  const button = (
    <Button
      variant="secondary"
      icon={<RotateCw size={18} aria-hidden="true" />}
      busy={resume.isPending}
      onClick={() => resume.mutate()}
    >
      {t('making.resume')}
    </Button>
  );
  return (
    <Notice
      tone={state === 'stopped' ? 'bad' : 'warn'}
      title={t(`making.${state}`)}
      action={state === 'stopped' && button}
    >
      <p>{reason}</p>
      <p>
        <Text>
          {t('making.waiting', { count: waiting })}{' '}
          {nextTryAt !== null && t('making.next', { time: dateTime(nextTryAt) })}
        </Text>
      </p>
    </Notice>
  );
}
