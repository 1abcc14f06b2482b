import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { getToken } from '../../shared/session.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { ConfirmDialog } from '../overlays/confirm-dialog.tsx';
import { isAnyUnsaved, useDiscardQuestion } from './unsaved.ts';

/**
 * Confirms before unsaved changes are lost by navigation, by closing a dialog, by signing out, or (with the browser's prompt) by leaving the
 * site. Another language loses nothing: the forms stay as they are.
 */
export function UnsavedGuard() {
  const { t } = useTranslation();
  // After the session has ended, nothing can be saved.
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
