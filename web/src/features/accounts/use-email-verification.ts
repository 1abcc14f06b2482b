import { verifyEmail } from '@keepsake/contract/accounts';
import { useEffect, useState } from 'react';
import { ApiError, call } from '../../shared/api.ts';
import { useMailLink } from './use-mail-link.ts';

const delayMs = 500;

interface Verification {
  state: 'verifying' | 'verified' | 'failed' | 'unanswered';
  /** Why the server could not say. */
  error: unknown;
  /** Sends the token once more. */
  retry: () => void;
}

/**
 * Sends the token of the mail's link, half a second after the page has opened. A server that cannot say just now has not refused the
 * link: it can be asked again.
 */
export function useEmailVerification(): Verification {
  const link = useMailLink();
  const [result, setResult] = useState<Pick<Verification, 'state' | 'error'> | null>(null);
  const isUnderWay = result === null;
  useEffect(() => {
    if (link === null || !isUnderWay) return;
    const timer = setTimeout(() => {
      call(verifyEmail, { query: link }).then(
        () => setResult({ state: 'verified', error: null }),
        (error: unknown) => setResult({ state: isRefusal(error) ? 'failed' : 'unanswered', error }),
      );
    }, delayMs);
    return () => clearTimeout(timer);
  }, [link, isUnderWay]);
  return { ...(link === null ? refused : (result ?? underWay)), retry: () => setResult(null) };
}

const refused = { state: 'failed', error: null } as const;
const underWay = { state: 'verifying', error: null } as const;

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.code !== 'rate_limited';
}
