import { resetPassword, verifyEmail, verifyEmailWithPassword } from '@keepsake/contract/accounts/accounts';
import type { ErrorCode } from '@keepsake/contract/errors';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import * as z from 'zod/mini';
import { ApiError, call } from '../../shared/api.ts';
import { readSearch } from '../../shared/search-params.ts';
import { registrationKey } from './registration-key.ts';

const delayMs = 500;

const mailLink = z.pick(resetPassword.body, { token: true, userId: true });

interface Verification {
  /** `password_needed`: this browser does not know the password that the address was registered with. */
  state: 'verifying' | 'verified' | 'password_needed' | 'failed' | 'unanswered';
  /** Why the request failed. */
  error: unknown;
  /** Sends the token again. */
  retry: () => void;
  /** Verifies the address, and sets the account's password. Throws ApiError. */
  choosePassword: (newPassword: string) => Promise<void>;
}

/**
 * Sends the token of the mail's link, half a second after the page has opened. A failed request does not mean that the
 * link is invalid: the user can retry.
 */
export function useEmailVerification(): Verification {
  const link = useMailLink();
  const [result, setResult] = useState<Pick<Verification, 'state' | 'error'> | null>(null);
  const isUnderWay = result === null;
  useEffect(() => {
    if (link === null || !isUnderWay) return;
    const timer = setTimeout(() => {
      call(verifyEmail, { query: { ...link, registrationKey: registrationKey() } }).then(
        () => setResult({ state: 'verified', error: null }),
        (error: unknown) => setResult({ state: stateAfter(error), error }),
      );
    }, delayMs);
    return () => clearTimeout(timer);
  }, [link, isUnderWay]);
  const choosePassword = async (newPassword: string) => {
    if (link === null) return;
    try {
      await call(verifyEmailWithPassword, { body: { ...link, newPassword } });
      setResult({ state: 'verified', error: null });
    } catch (error) {
      if (!isCode(error, 'verification_link_invalid')) throw error;
      setResult({ state: 'failed', error });
    }
  };
  return { ...(link === null ? refused : (result ?? underWay)), retry: () => setResult(null), choosePassword };
}

const refused = { state: 'failed', error: null } as const;

const underWay = { state: 'verifying', error: null } as const;

function stateAfter(error: unknown): Verification['state'] {
  if (isCode(error, 'password_needed')) return 'password_needed';
  return isRefusal(error) ? 'failed' : 'unanswered';
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.code !== 'rate_limited';
}

function isCode(error: unknown, code: ErrorCode): boolean {
  return error instanceof ApiError && error.code === code;
}

type MailLink = z.output<typeof mailLink>;

/** Token and user of a link in a mail; null if either is missing. Both are removed from the address bar and the history at once. */
export function useMailLink(): MailLink | null {
  const { search, pathname } = useLocation();
  const [link] = useState(() => readSearch(search, mailLink));
  useEffect(() => {
    window.history.replaceState(window.history.state, '', pathname);
  }, [pathname]);
  return link;
}
