import { useMutation } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { logProblem } from '../../shared/log.ts';
import { saveFrom } from '../../shared/save-from.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/overlays/toast-store.ts';
import { fetchInvoiceIssue } from './invoice.api.ts';

interface InvoiceDownloadProps {
  bucketId: string;
  /** Displayed name of the bucket. */
  bucketName: string;
}

/** Downloads the invoice of a paid bucket, or says that it is not ready. The URL is fetched on click, because it expires. */
export function InvoiceDownload({ bucketId, bucketName }: InvoiceDownloadProps) {
  const { t } = useTranslation('dashboard');
  const navigate = useNavigate();
  const download = useMutation({
    mutationFn: async () => {
      const issue = await fetchInvoiceIssue(bucketId);
      if (issue?.pdfUrl) await saveFrom(issue.pdfUrl);
      else if (issue?.correctable) {
        const action = { label: t('invoice.correct'), run: () => void navigate(paths.invoice(bucketId)) };
        toast(t(issue.state === 'failed' ? 'invoice.notIssued' : 'invoice.preparing'), { tone: 'neutral', action });
      } else toast(issue ? t('invoice.preparing') : t('invoice.none'));
    },
    onError: (error) => {
      logProblem('The invoice could not be downloaded.', error);
      toast(t('invoice.failed'), { tone: 'bad' });
    },
  });
  return (
    <Button
      variant="quiet"
      icon={<FileText size={20} aria-hidden="true" />}
      busy={download.isPending}
      aria-label={t('invoice.downloadNamed', { set: bucketName })}
      onClick={() => download.mutate()}
    >
      {t('invoice.download')}
    </Button>
  );
}
