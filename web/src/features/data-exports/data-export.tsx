import {
  type DataExport as Export,
  latestDataExport,
  requestDataExport,
} from '@keepsake/contract/accounts/data-exports';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { call } from '../../shared/api.ts';
import { logProblem } from '../../shared/log.ts';
import { showState } from '../../shared/query.ts';
import { saveFrom } from '../../shared/save-from.ts';
import { getToken, isCurrentSession } from '../../shared/session.ts';
import { fileSize, longDate } from '../../shared/texts/format.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { FormActions } from '../../ui/forms/form.tsx';
import { Card } from '../../ui/layout/page.tsx';
import { toast } from '../../ui/overlays/toast-store.ts';
import styles from './data-export.module.css';

/** The latest export. Polled while it is being made, and refetched periodically because its link expires. */
const dataExportQuery = queryOptions({
  queryKey: ['data-export'],
  queryFn: ({ signal }) => call(latestDataExport, { signal }),
  refetchInterval: ({ state }) => (state.data?.dataExport?.state === 'waiting' ? 5_000 : 4 * 60_000),
});

/** All stored data of the customer as one file. */
export function DataExport() {
  const { t } = useTranslation('profile');
  const query = useQuery(dataExportQuery);
  return (
    <Card className={styles.section}>
      <h2 className={styles.title}>{t('data.title')}</h2>
      <p>{t('data.text')}</p>
      <QueryView query={query}>{({ dataExport }) => <State of={dataExport} />}</QueryView>
    </Card>
  );
}

function State({ of: latest }: { of: Export | null }) {
  const { t } = useTranslation('profile');
  const queries = useQueryClient();
  const ask = useMutation({
    mutationFn: askForData,
    onMutate: () => ({ token: getToken() }),
    onSuccess: async (reply, _, { token }) => {
      // Somebody else may have signed in meanwhile.
      if (isCurrentSession(token)) await showState(queries, dataExportQuery, reply);
    },
    onError: (error) => {
      logProblem('A data export could not be requested.', error);
      toast(t('data.requestFailed'), { tone: 'bad' });
    },
  });
  const download = useMutation({
    mutationFn: saveFrom,
    onError: (error) => {
      logProblem('A data export could not be downloaded.', error);
      toast(t('data.downloadFailed'), { tone: 'bad' });
      // The link may have expired.
      return queries.invalidateQueries({ queryKey: dataExportQuery.queryKey });
    },
  });
  if (latest?.state === 'waiting')
    return (
      <Notice>
        <p>{t('data.waiting')}</p>
      </Notice>
    );
  const url = latest?.downloadUrl;
  return (
    <>
      {latest?.state === 'failed' && (
        <Notice tone="bad">
          <p>{t('data.failed')}</p>
        </Notice>
      )}
      {latest?.state === 'ready' && (
        <Notice tone="ok">
          <p>{t('data.ready', { size: fileSize(latest.bytes ?? 0), date: longDate(latest.expiresAt ?? '') })}</p>
        </Notice>
      )}
      <FormActions>
        {typeof url === 'string' && (
          <Button
            icon={<Download size={20} aria-hidden="true" />}
            busy={download.isPending}
            onClick={() => download.mutate(url)}
          >
            {t('data.download')}
          </Button>
        )}
        <Button variant="secondary" busy={ask.isPending} onClick={() => ask.mutate()}>
          {t(latest?.state === 'ready' ? 'data.again' : 'data.request')}
        </Button>
      </FormActions>
    </>
  );
}

function askForData() {
  return call(requestDataExport);
}
