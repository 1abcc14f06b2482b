import { useTranslation } from '../../shared/texts/use-translation.ts';
import { PictogramManager } from './pictogram-manager.tsx';
import { PromptManager } from './prompt-manager.tsx';

/** The effects on offer, and the pictograms with which the photo guide advises on them. */
export function Component() {
  const { t } = useTranslation('admin-prompts');
  return (
    <>
      <h3>{t('prompts.title')}</h3>
      <PromptManager />
      <h3>{t('pictograms.title')}</h3>
      <PictogramManager />
    </>
  );
}
