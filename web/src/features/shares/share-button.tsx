import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { loadTexts } from '../../shared/texts/i18n.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import type { ShareableFilm } from './share-form.tsx';

// Loaded with its texts when first opened.
const ShareDialog = lazyPart(
  async () => {
    const [{ ShareDialog: dialog }] = await Promise.all([import('./share-dialog.tsx'), loadTexts('shares')]);
    return dialog;
  },
  { close: ({ onClose }) => onClose() },
);

/** Opens the share dialog; shown from the first finished film on. */
export function ShareButton({
  bucketId,
  date,
  films,
}: {
  bucketId: string;
  date: string;
  films: readonly ShareableFilm[];
}) {
  const { t } = useTranslation('dashboard');
  const [isOpen, setIsOpen] = useState(false);
  if (films.length === 0) return null;
  return (
    <>
      <Button
        variant="secondary"
        icon={<Share2 size={20} aria-hidden="true" />}
        aria-label={t('set.shareNamed', { date })}
        onClick={() => setIsOpen(true)}
      >
        {t('set.share')}
      </Button>
      {isOpen && <ShareDialog bucketId={bucketId} films={films} onClose={() => setIsOpen(false)} />}
    </>
  );
}
