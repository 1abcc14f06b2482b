import { me, type User } from '@keepsake/contract/accounts';
import { useSyncExternalStore } from 'react';
import { ApiError, call, isOutage, networkError } from '../../shared/api.ts';
import { within } from '../../shared/load-code.ts';
import { getToken, signOut } from '../../shared/session.ts';

const freshMs = 30_000;
const retryAfterMs = [1_000, 2_000, 4_000];
const missingRetryMs = 1_000;
/** How long an answer is waited for; where the user is known from before, a page is not kept waiting. */
const longestMs = { unknown: 20_000, known: 3_000 };

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
 * asked for three times more, every second, and so is a server that cannot say just now, in longer and longer steps. Where the user is known
 * from before, they stand for what nobody can say. Throws ApiError.
 */
export function loadMe(): Promise<User> {
  const token = getToken();
  if (known !== null && known.token === token && Date.now() - known.askedAt < freshMs) return known.user;
  // Until it is answered, what was heard before stands: a page must not go blank, and lose what was typed, because one asks again.
  const settled = known?.token === token ? known.settled : null;
  const asked: Known = { token, user: askOr(settled), settled, askedAt: Date.now() };
  known = asked;
  asked.user.then(
    (user) => settle(asked, user),
    () => {
      if (known === asked) known = null;
    },
  );
  return asked.user;
}

/** The next one to ask does not wait for an answer that may never come. */
export function askForMeAnew(): void {
  known = null;
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

/** Ends the session where the server says that there is none: an outage, or a proxy that answers in its place, says nothing about it. */
export function signOutIfRefused(error: unknown, sentToken: string | null): boolean {
  const refused = isRefused(error);
  if (refused && getToken() === sentToken) signOut();
  return refused;
}

function isRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.code === 'not_found');
}

async function askOr(settled: User | null): Promise<User> {
  try {
    return await within(longestMs[settled ? 'known' : 'unknown'], ask(0, settled === null), networkError);
  } catch (error) {
    if (settled === null || isRefused(error)) throw error;
    return settled;
  }
}

async function ask(tries: number, isPatient: boolean): Promise<User> {
  try {
    return (await call(me)).user;
  } catch (error) {
    const waitMs = retryAfterMs[tries];
    const isMissing = error instanceof ApiError && error.status === 404;
    if (waitMs === undefined || !(isMissing || (isPatient && isOutage(error)))) throw error;
    const token = getToken();
    await new Promise((resolve) => setTimeout(resolve, isMissing ? missingRetryMs : waitMs));
    if (getToken() !== token) throw error;
    return ask(tries + 1, isPatient);
  }
}

function settle(answer: Known, user: User): void {
  if (known !== null && known !== answer && known.askedAt > answer.askedAt) return;
  known = { ...answer, settled: user };
  for (const listener of listeners) listener();
}
