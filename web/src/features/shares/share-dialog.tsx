import { useState } from 'react';
import { useTranslation } from '../../shared/use-translation.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { NewLink } from './new-link.tsx';
import { ShareForm, type ShareableFilm } from './share-form.tsx';
import { ShareList } from './share-list.tsx';

interface ShareDialogProps {
  bucketId: string;
  films: readonly ShareableFilm[];
  onClose: () => void;
}

/** Makes links to films of a set, and ends them. */
export function ShareDialog({ bucketId, films, onClose }: ShareDialogProps) {
  const { t } = useTranslation('shares');
  const [url, setUrl] = useState<string | null>(null);
  return (
    <Dialog title={t('title')} onClose={onClose}>
      {url === null ? (
        <ShareForm bucketId={bucketId} films={films} onMade={setUrl} />
      ) : (
        <NewLink url={url} onAnother={() => setUrl(null)} />
      )}
      <ShareList bucketId={bucketId} />
    </Dialog>
  );
}
