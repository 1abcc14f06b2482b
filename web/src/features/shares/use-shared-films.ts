import type { Reply } from '@keepsake/contract/endpoint';
import { openShare, shareToken } from '@keepsake/contract/shares';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { ApiError, call } from '../../shared/api.ts';

type Opened = Reply<typeof openShare>;

interface SharedFilms {
  data: Opened | undefined;
  error: Error | null;
  /** The link asks for a password: none was given yet, or the last one was wrong. */
  asksPassword: boolean;
  isFetching: boolean;
  tryPassword: (password: string) => void;
  refetch: () => Promise<unknown>;
}

/** The films behind the token that stands in the address after the #. Links to them expire: they are fetched anew now and then. */
export function useSharedFilms(): SharedFilms {
  const { hash } = useLocation();
  const token = hash.slice(1);
  const [given, setGiven] = useState<{ token: string; password: string }>();
  const password = given?.token === token ? given.password : undefined;
  const query = useQuery({
    queryKey: ['shared', token, password],
    queryFn: ({ signal }) => open(token, password, signal),
    refetchInterval: ({ state }) => (state.data === undefined ? false : 10 * 60_000),
  });
  const code = query.error instanceof ApiError ? query.error.code : undefined;
  // While a password is tried its form stays, with what was typed.
  const isTried = password !== undefined && query.isLoading;
  return {
    ...query,
    asksPassword: isTried || code === 'share_password_needed' || code === 'share_password_wrong',
    tryPassword: (typed) => {
      if (typed === password) void query.refetch();
      else setGiven({ token, password: typed });
    },
  };
}

async function open(token: string, password: string | undefined, signal: AbortSignal): Promise<Opened> {
  // What is no token at all is a link that does not work, and nothing to ask the server about.
  if (!shareToken.safeParse(token).success) throw new ApiError('share_ended', 404, '');
  return call(openShare, { body: { token, ...(password !== undefined && { password }) }, signal });
}
