import { resetPassword } from '@keepsake/contract/accounts';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import * as z from 'zod/mini';
import { readSearch } from '../../shared/search-params.ts';

const mailLink = z.pick(resetPassword.body, { token: true, userId: true });
export type MailLink = z.output<typeof mailLink>;

/** Token and user of a link in a mail; null where either is missing. Both leave the address bar and the history at once. */
export function useMailLink(): MailLink | null {
  const { search, pathname } = useLocation();
  const [link] = useState(() => readSearch(search, mailLink));
  useEffect(() => {
    window.history.replaceState(window.history.state, '', pathname);
  }, [pathname]);
  return link;
}
