import { me, type User } from '@keepsake/contract/accounts';
import { useSyncExternalStore } from 'react';
import { ApiError, call } from '../../shared/api.ts';
import { getToken } from '../../shared/session.ts';

const freshMs = 30_000;
const retryAfterMs = [1_000, 2_000, 4_000];
const missingRetryMs = 1_000;

interface Known {
  /** Whose answer it is: another token is another session. */
  token: string | null;
  user: Promise<User>;
  settled: User | null;
  askedAt: number;
}

let known: Known | null = null;
const listeners = new Set<() => void>();

/**
 * The signed-in user, as the server knows the token; an answer counts for half a minute. An account that is not there yet is
 * asked for three times more, every second, and so is a server that cannot say just now, in longer and longer steps: only a lasting
 * failure ends a session. Throws ApiError.
 */
export function loadMe(): Promise<User> {
  const token = getToken();
  if (known !== null && known.token === token && Date.now() - known.askedAt < freshMs) return known.user;
  // Until it is answered, what was heard before stands: a page must not go blank, and lose what was typed, because one asks again.
  const settled = known?.token === token ? known.settled : null;
  const asked: Known = { token, user: ask(0), settled, askedAt: Date.now() };
  known = asked;
  asked.user.then(
    (user) => settle(asked, user),
    () => {
      if (known === asked) known = null;
    },
  );
  return asked.user;
}

/** After a change: what the server answered is what every page shows; `token` where it has given a new one. */
export function keepUser(user: User, token: string | null = getToken()): void {
  settle({ token, user: Promise.resolve(user), settled: user, askedAt: Date.now() }, user);
}

/** The user as last heard of; null before. */
export function useMe(): User | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => (known?.token === getToken() ? known.settled : null),
    () => null,
  );
}

async function ask(tries: number): Promise<User> {
  try {
    return (await call(me)).user;
  } catch (error) {
    const waitMs = retryAfterMs[tries];
    if (waitMs === undefined || !(error instanceof ApiError) || !mayPass(error)) throw error;
    await new Promise((resolve) => setTimeout(resolve, error.status === 404 ? missingRetryMs : waitMs));
    return ask(tries + 1);
  }
}

function mayPass({ status }: ApiError): boolean {
  return status === 0 || status === 404 || status === 429 || status >= 500;
}

function settle(answer: Known, user: User): void {
  if (known !== null && known !== answer && known.askedAt > answer.askedAt) return;
  known = { ...answer, settled: user };
  for (const listener of listeners) listener();
}
