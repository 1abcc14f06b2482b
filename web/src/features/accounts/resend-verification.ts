import { resendVerification } from '@keepsake/contract/accounts/accounts';
import { useState } from 'react';
import { ApiError, call } from '../../shared/api.ts';
import { failureText } from '../../shared/texts/i18n.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';

interface Resend {
  state: 'offered' | 'sending' | 'sent' | 'failed';
  /** Why it was not sent, as text; only in state `failed`. */
  problem: string;
  resend: () => Promise<void>;
}

/** Sends the verification mail again. If it was sent too often, says when it can be sent again. */
export function useResendVerification(email: string): Resend {
  const { t } = useTranslation('auth');
  const [{ state, error }, setState] = useState<{ state: Resend['state']; error: unknown }>({
    state: 'offered',
    error: null,
  });
  const resend = async () => {
    setState({ state: 'sending', error: null });
    try {
      await call(resendVerification, { body: { email } });
      setState({ state: 'sent', error: null });
    } catch (failure) {
      setState({ state: 'failed', error: failure });
    }
  };
  const minutes = minutesToWait(error);
  return {
    state,
    problem: minutes === null ? failureText(t('login.resendFailed'))(error) : t('login.resendWait', { count: minutes }),
    resend,
  };
}

/** Null unless the server has answered with a rate limit and its duration. */
function minutesToWait(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== 'rate_limited' || error.retryAfter === null) return null;
  return Math.max(1, Math.ceil(error.retryAfter / 60));
}
