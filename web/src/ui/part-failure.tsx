import { codeText } from '../shared/i18n.ts';
import { useTranslation } from '../shared/use-translation.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** In the place of a part of a page that could not be loaded. */
export function PartFailure() {
  const { t } = useTranslation();
  return (
    <Notice
      tone="bad"
      action={
        <Button variant="secondary" onClick={() => window.location.reload()}>
          {t('errorPage.reload')}
        </Button>
      }
    >
      <p>{codeText('code_unavailable')}</p>
    </Notice>
  );
}
