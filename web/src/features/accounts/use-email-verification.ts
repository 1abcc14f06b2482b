import { verifyEmail } from '@keepsake/contract/accounts';
import { useEffect, useState } from 'react';
import { call } from '../../shared/api.ts';
import { useMailLink } from './use-mail-link.ts';

const delayMs = 500;

/** Sends the token of the mail's link, once, half a second after the page has opened. */
export function useEmailVerification(): 'verifying' | 'verified' | 'failed' {
  const link = useMailLink();
  const [result, setResult] = useState<'verified' | 'failed' | null>(null);
  useEffect(() => {
    if (link === null) return;
    const timer = setTimeout(() => {
      call(verifyEmail, { query: link }).then(
        () => setResult('verified'),
        () => setResult('failed'),
      );
    }, delayMs);
    return () => clearTimeout(timer);
  }, [link]);
  return link === null ? 'failed' : (result ?? 'verifying');
}
