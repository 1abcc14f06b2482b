import { loadTexts } from '../../shared/texts/i18n.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';

/** The share dialog, loaded with its texts when it is first opened. */
export const LazyShareDialog = lazyPart(
  async () => {
    const [{ ShareDialog: dialog }] = await Promise.all([import('./share-dialog.tsx'), loadTexts('shares')]);
    return dialog;
  },
  { close: ({ onClose }) => onClose() },
);
