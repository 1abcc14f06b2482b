import type { Reply } from '@keepsake/contract/endpoint';
import { openShare, shareToken } from '@keepsake/contract/films/shares';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { ApiError, call } from '../../shared/api.ts';

type Opened = Reply<typeof openShare>;

interface SharedFilms {
  data: Opened | undefined;
  error: Error | null;
  /** The link needs a password: none was given, or it was wrong. */
  needsPassword: boolean;
  isFetching: boolean;
  tryPassword: (password: string) => void;
  refetch: () => Promise<unknown>;
}

/** The films of the share token in the URL's hash. Refetched periodically, because their links expire. */
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
  // The password form stays mounted while a password is being checked.
  const isTried = password !== undefined && query.isLoading;
  return {
    ...query,
    needsPassword: isTried || code === 'share_password_needed' || code === 'share_password_wrong',
    tryPassword: (typed) => {
      if (typed === password) void query.refetch();
      else setGiven({ token, password: typed });
    },
  };
}

async function open(token: string, password: string | undefined, signal: AbortSignal): Promise<Opened> {
  // A malformed token needs no request.
  if (!shareToken.safeParse(token).success) throw new ApiError('share_ended', 404, '');
  return call(openShare, { body: { token, ...(password !== undefined && { password }) }, signal });
}
