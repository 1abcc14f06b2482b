import type { ProcessedContent } from '@keepsake/contract/videos';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { Ref } from 'react';
import { logProblem } from '../../shared/log.ts';
import { saveFrom } from '../../shared/save-from.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { AnchorButton } from '../../ui/link-button.tsx';
import { toast } from '../../ui/toast-store.ts';
import { fetchContent } from './videos.api.ts';

/**
 * A link to the film as a file. Its signed address lives for minutes, so a press asks for a new one first; a failure is said
 * here instead of on a blank page.
 */
export function DownloadButton({
  film,
  contentId,
  ref,
}: {
  film: ProcessedContent;
  contentId: string;
  ref?: Ref<HTMLAnchorElement>;
}) {
  const { t } = useTranslation('dashboard');
  const download = useMutation({
    mutationFn: async () => {
      const content = await fetchContent(contentId);
      const fresh = content.ProcessedContents.find(({ id }) => id === film.id);
      if (fresh === undefined) throw new Error(`The film ${film.id} is no longer part of its photo`);
      await saveFrom(fresh.downloadUrl);
    },
    onError: (error) => {
      logProblem('The film could not be downloaded.', error);
      toast(t('viewer.downloadFailed'), { tone: 'bad' });
    },
  });
  return (
    <AnchorButton
      ref={ref}
      href={film.downloadUrl}
      download
      icon={download.isPending ? <Spinner /> : <Download size={20} aria-hidden="true" />}
      onClick={(event) => {
        event.preventDefault();
        if (!download.isPending) download.mutate();
      }}
    >
      {t('viewer.download')}
    </AnchorButton>
  );
}
