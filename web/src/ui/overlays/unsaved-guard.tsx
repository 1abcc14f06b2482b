import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { getToken } from '../../shared/session.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { isAnyUnsaved, useDiscardQuestion } from '../forms/unsaved.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** Asks before changes in forms are lost: by another address, by a dialog that is closed, and, in the browser's words, by leaving the site. */
export function UnsavedGuard() {
  const { t } = useTranslation();
  // Whose session has ended cannot save any more.
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      isAnyUnsaved() && getToken() !== null && (from.pathname !== to.pathname || from.search !== to.search),
  );
  const question = useDiscardQuestion();
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isAnyUnsaved()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  const asked =
    blocker.state === 'blocked' ? { discard: () => blocker.proceed(), keep: () => blocker.reset() } : question;
  if (asked === null) return null;
  return (
    <ConfirmDialog
      title={t('unsaved.title')}
      confirmLabel={t('unsaved.discard')}
      onConfirm={asked.discard}
      onCancel={asked.keep}
    >
      <p>{t('unsaved.text')}</p>
    </ConfirmDialog>
  );
}
