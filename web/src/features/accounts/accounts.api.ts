import { logout, me, type User } from '@keepsake/contract/accounts';
import { useEffect } from 'react';
import type { NavigateFunction } from 'react-router';
import { create } from 'zustand';
import { paths } from '../../paths.ts';
import { ApiError, call, isOutage, networkError } from '../../shared/api.ts';
import { within } from '../../shared/load-code.ts';
import { logProblem } from '../../shared/log.ts';
import { endSession, getToken, type UserData, useUserData, watchSession } from '../../shared/session.ts';
import { forgetLanguage, switchLanguage } from '../../shared/texts/i18n.ts';

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

const useAnswer = create<{ known: Known | null }>(() => ({ known: null }));

let onTheWayHome = false;

/**
 * The signed-in user, as the server knows the token; an answer counts for half a minute. An account that is not there yet is
 * asked for three times more, every second, and so is a server that cannot say just now, in longer and longer steps. Where the user is known
 * from before, they stand for what nobody can say. Throws ApiError.
 */
export function loadMe(): Promise<User> {
  const token = getToken();
  const { known } = useAnswer.getState();
  if (known !== null && known.token === token && Date.now() - known.askedAt < freshMs) return known.user;
  // Until it is answered, what was heard before stands: a page must not go blank, and lose what was typed, because one asks again.
  const settled = known?.token === token ? known.settled : null;
  const asked: Known = { token, user: askOr(settled), settled, askedAt: Date.now() };
  useAnswer.setState({ known: asked });
  asked.user.then(
    (user) => settle(asked, user),
    () => {
      if (useAnswer.getState().known === asked) askForMeAnew();
    },
  );
  return asked.user;
}

/** The next one to ask does not wait for an answer that may never come. */
export function askForMeAnew(): void {
  useAnswer.setState({ known: null });
}

/** After a change: what the server answered is what every page shows; `token` where it has given a new one. */
export function keepUser(user: User, token: string | null = getToken()): void {
  settle({ token, user: Promise.resolve(user), settled: user, askedAt: Date.now() }, user);
}

/** The user as last heard of; null before. */
export function useMe(): User | null {
  return useAnswer(({ known }) => (known?.token === getToken() ? known.settled : null));
}

/** Ends the session where the server says that there is none: an outage, or a proxy that answers in its place, says nothing about it. */
export function signOutIfRefused(error: unknown, sentToken: string | null): boolean {
  const refused = isRefused(error);
  if (refused && getToken() === sentToken) endSession();
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
  const { known } = useAnswer.getState();
  if (known !== null && known !== answer && known.askedAt > answer.askedAt) return;
  useAnswer.setState({ known: { ...answer, settled: user } });
}

/**
 * Who is signed in, checked with the server whenever the page starts or the session changes; a token it does not accept is
 * forgotten. The interface follows the user's language, and is English for visitors.
 */
export function useSessionCheck(): UserData | null {
  const userData = useUserData();
  useEffect(() => {
    void check();
    return watchSession(() => void check());
  }, []);
  return userData;
}

async function check(): Promise<void> {
  const token = getToken();
  if (token === null) return forgetLanguage();
  try {
    const user = await loadMe();
    await switchLanguage(user.defaultLanguage);
  } catch (error) {
    if (!signOutIfRefused(error, token)) logProblem('Nobody could say who is signed in.', error);
  }
}

/** Whoever logs out goes home, not to the sign-in page, also while home is still being loaded. */
export function isLoggingOut(): boolean {
  return onTheWayHome;
}

/** Ends the session here at once, even offline, and on the server as soon as it hears of it. */
export async function logOut(navigate: NavigateFunction): Promise<void> {
  // It takes the token along before that is forgotten.
  call(logout).catch((error: unknown) => logProblem('The server did not hear of the logout.', error));
  onTheWayHome = true;
  endSession();
  try {
    if (window.location.pathname !== paths.home) await navigate(paths.home);
  } finally {
    onTheWayHome = false;
  }
}
