import { type Bucket, zipBucket } from '@keepsake/contract/content';
import { useMutation } from '@tanstack/react-query';
import { FolderDown } from 'lucide-react';
import { call } from '../../shared/api.ts';
import { logProblem } from '../../shared/log.ts';
import { saveFrom } from '../../shared/save-from.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast-store.ts';

/** All finished films of a set in one file; there from the second film on, for one alone has its own button. */
export function ZipButton({ bucket }: { bucket: Bucket }) {
  const { t } = useTranslation('dashboard');
  const download = useMutation({
    mutationFn: async () => saveFrom((await call(zipBucket, { params: { id: bucket.id } })).downloadUrl),
    onError: (error) => {
      logProblem('The films of a set could not be downloaded.', error);
      toast(t('set.downloadFailed'), { tone: 'bad' });
    },
  });
  const films = bucket.Contents.reduce((sum, { ProcessedContents }) => sum + ProcessedContents.length, 0);
  if (films < 2) return null;
  return (
    <Button
      variant="secondary"
      icon={<FolderDown size={20} aria-hidden="true" />}
      busy={download.isPending}
      onClick={() => download.mutate()}
    >
      {t('set.download', { count: films })}
    </Button>
  );
}
