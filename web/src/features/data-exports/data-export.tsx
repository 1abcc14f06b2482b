import type { DataExport as Export } from '@keepsake/contract/data-exports';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { fileSize, longDate } from '../../shared/format.ts';
import { logProblem } from '../../shared/log.ts';
import { saveFrom } from '../../shared/save-from.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormActions } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { toast } from '../../ui/toast-store.ts';
import styles from './data-export.module.css';
import { askForData, dataExportQuery } from './data-exports.api.ts';

/** Everything that is kept of the customer, as one file. */
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
    onSuccess: (reply) => queries.setQueryData(dataExportQuery.queryKey, reply),
    onError: (error) => {
      logProblem('A data export could not be asked for.', error);
      toast(t('data.requestFailed'), { tone: 'bad' });
    },
  });
  const download = useMutation({
    mutationFn: saveFrom,
    onError: (error) => {
      logProblem('A data export could not be downloaded.', error);
      toast(t('data.downloadFailed'), { tone: 'bad' });
      // Its link may have expired.
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
