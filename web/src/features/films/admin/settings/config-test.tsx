import { latestVideoConfigTest, testVideoConfig, type VideoConfigTest } from '@keepsake/contract/films/videos';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Clapperboard } from 'lucide-react';
import { call } from '../../../../shared/api.ts';
import { showState } from '../../../../shared/query.ts';
import { dateTime } from '../../../../shared/texts/format.ts';
import { errorText } from '../../../../shared/texts/i18n.ts';
import { useTranslation } from '../../../../shared/texts/use-translation.ts';
import { Button, Spinner } from '../../../../ui/button.tsx';
import { Notice } from '../../../../ui/feedback/notice.tsx';
import { toast } from '../../../../ui/overlays/toast-store.ts';
import { Text } from '../../../../ui/text.tsx';
import { useSteadyLinks } from '../../../../ui/use-steady-links.ts';
import type { FilmConfig } from '../../films.api.ts';
import styles from './config-test.module.css';

/** The latest test film; polled while it is being made. */
const configTestQuery = queryOptions({
  queryKey: ['admin', 'film-config-test'],
  queryFn: async ({ signal }) => (await call(latestVideoConfigTest, { signal })).test,
  refetchInterval: ({ state: { data } }) => (data?.state === 'queued' || data?.state === 'creating' ? 2000 : false),
});

/** Makes one film of a sample photo with the current values of the form, saved or not. */
export function ConfigTest({ config }: { config: FilmConfig | null }) {
  const { t } = useTranslation('admin-config');
  const queries = useQueryClient();
  const { data: test } = useQuery(configTestQuery);
  const start = useMutation({
    mutationFn: (body: FilmConfig) => call(testVideoConfig, { body }),
    onSuccess: (started) => showState(queries, configTestQuery, started.test),
    onError: (error) => {
      toast(errorText(error), { tone: 'bad' });
      return queries.invalidateQueries({ queryKey: configTestQuery.queryKey });
    },
  });
  const isRunning = test?.state === 'queued' || test?.state === 'creating';
  return (
    <section className={styles.test} aria-labelledby="config-test">
      <h4 id="config-test">{t('test.title')}</h4>
      <p>{t('test.hint')}</p>
      <div>
        <Button
          variant="secondary"
          icon={<Clapperboard size={18} aria-hidden="true" />}
          busy={start.isPending || isRunning}
          disabled={config === null}
          onClick={() => config && start.mutate(config)}
        >
          {t('test.start')}
        </Button>
      </div>
      {test && <Result test={test} isRunning={isRunning} />}
    </section>
  );
}

function Result({ test, isRunning }: { test: VideoConfigTest; isRunning: boolean }) {
  const { t } = useTranslation('admin-config');
  return (
    <div className={styles.result}>
      <output className={styles.state}>
        {isRunning && <Spinner />}
        <Text> {t(`test.states.${test.state}`, { time: dateTime(test.createdAt) })}</Text>
      </output>
      {test.state === 'failed' && (
        <Notice tone="bad">
          <p>{test.reason}</p>
        </Notice>
      )}
      {test.filmUrl !== null && <Film id={test.id} url={test.filmUrl} posterUrl={test.photoUrl} />}
    </div>
  );
}

function Film({ id, ...newest }: { id: string; url: string; posterUrl: string }) {
  const { t } = useTranslation('admin-config');
  const { url, posterUrl, ...handlers } = useSteadyLinks(id, newest, () => undefined);
  return (
    <video
      src={url}
      poster={posterUrl ?? undefined}
      controls
      playsInline
      muted
      className={styles.film}
      aria-label={t('test.film')}
      {...handlers}
    />
  );
}
