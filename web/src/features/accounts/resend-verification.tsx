import { resendVerification } from '@keepsake/contract/accounts';
import { useState } from 'react';
import { call } from '../../shared/api.ts';
import { failureText } from '../../shared/failure-text.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

type State = { name: 'offered' | 'sending' | 'sent' } | { name: 'failed'; error: unknown };

/** For whoever signs in before having verified the address. */
export function ResendVerification({ email }: { email: string }) {
  const { t } = useTranslation('auth');
  const [state, setState] = useState<State>({ name: 'offered' });
  const resend = async () => {
    setState({ name: 'sending' });
    try {
      await call(resendVerification, { body: { email } });
      setState({ name: 'sent' });
    } catch (error) {
      setState({ name: 'failed', error });
    }
  };
  if (state.name === 'sent')
    return (
      <Notice tone="ok">
        <p>{t('login.resent')}</p>
      </Notice>
    );
  return (
    <>
      <Notice
        tone="warn"
        action={
          <Button variant="secondary" busy={state.name === 'sending'} onClick={() => void resend()}>
            {t('login.resend')}
          </Button>
        }
      >
        <p>{t('login.unverified')}</p>
      </Notice>
      {state.name === 'failed' && (
        <Notice tone="bad">
          <p>{failureText(t('login.resendFailed'))(state.error)}</p>
        </Notice>
      )}
    </>
  );
}
