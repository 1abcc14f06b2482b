import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { useResendVerification } from './resend-verification.ts';

/** After registering: where the verification mail was sent, and a way to have it sent again. It stays until it is dismissed or the page is left. */
export function RegisteredNotice({ email, className }: { email: string; className?: string | undefined }) {
  const { t } = useTranslation('auth');
  const { state, problem, resend } = useResendVerification(email);
  const [isDismissed, setDismissed] = useState(false);
  useStateRemoved();
  if (isDismissed) return null;
  return (
    <div className={className}>
      <Notice
        tone="ok"
        title={t('register.done')}
        onDismiss={() => setDismissed(true)}
        action={
          <Button variant="secondary" busy={state === 'sending'} onClick={() => void resend()}>
            {t('login.resend')}
          </Button>
        }
      >
        <p>{t('register.sentTo', { email })}</p>
        <p>{t('register.notThere')}</p>
        {state === 'sent' && <output>{t('login.resent')}</output>}
        {state === 'failed' && <p role="alert">{problem}</p>}
      </Notice>
    </div>
  );
}

/** Removes the address from the history, so that a later visit to the page does not show it. */
function useStateRemoved(): void {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (state !== null)
      void navigate(pathname + search + hash, { replace: true, state: null, preventScrollReset: true });
  }, [pathname, search, hash, state, navigate]);
}
