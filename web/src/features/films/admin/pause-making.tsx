import { useQuery } from '@tanstack/react-query';
import { Pause } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../shared/texts/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { makingQuery, useChangeMaking } from './film-making.api.ts';

/** A button that pauses film making after a confirmation. While it is paused, the notice above every tab has a button to resume. */
export function PauseMaking() {
  const { t } = useTranslation('admin');
  const { data, isError } = useQuery(makingQuery);
  const [isAsked, setAsked] = useState(false);
  const change = useChangeMaking();
  const isUnknown = data === undefined;
  if (isUnknown ? isError : data.paused !== null) return null;
  return (
    <div>
      <Button
        variant="secondary"
        disabled={isUnknown}
        icon={<Pause size={18} aria-hidden="true" />}
        onClick={() => setAsked(true)}
      >
        {t('making.pause')}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={t('making.pauseTitle')}
          confirmLabel={t('making.pause')}
          busy={change.isPending}
          onConfirm={() => change.mutate('pause', { onSettled: () => setAsked(false) })}
          onCancel={() => setAsked(false)}
        >
          <p>{t('making.pauseText')}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
