import { logout, me, updateLanguage, type User } from '@keepsake/contract/accounts/accounts';
import type { Language } from '@keepsake/contract/primitives';
import { useEffect, useLayoutEffect } from 'react';
import type { NavigateFunction } from 'react-router';
import { create } from 'zustand';
import { paths } from '../../paths.ts';
import { ApiError, call, isOutage, networkError } from '../../shared/api.ts';
import { within } from '../../shared/load-code.ts';
import { logProblem } from '../../shared/log.ts';
import {
  claimTab,
  endRefusedSession,
  endSession,
  expectNewToken,
  getToken,
  isCurrentSession,
  type UserData,
  useUserData,
  watchSession,
} from '../../shared/session.ts';
import { forgetLanguage, switchLanguage } from '../../shared/texts/i18n.ts';

const freshMs = 30_000;

const retryAfterMs = [1_000, 2_000, 4_000];

const missingRetryMs = 1_000;

/** Timeout of a request; shorter if the user is known from an earlier one. */
const longestMs = { unknown: 20_000, known: 3_000 };

interface Known {
  /** The token of the session that the reply belongs to. */
  token: string | null;
  user: Promise<User>;
  settled: User | null;
  requestedAt: number;
}

const useAnswer = create<{ known: Known | null }>(() => ({ known: null }));

let isLeavingForHome = false;

/** Requests under way that save a language which the interface already has. */
let savingLanguage = 0;

/** The last change of an account that was sent, or waits to be. */
let lastChange: { token: string | null; end: Promise<unknown> } | null = null;

/**
 * The signed-in user; a reply is cached for 30 seconds. A missing account is
 * requested three more times, once a second; a failing server is retried with increasing delays. If it still fails, a user known
 * from an earlier reply is returned. Throws ApiError.
 */
export function loadMe(): Promise<User> {
  const token = getToken();
  const { known } = useAnswer.getState();
  if (known !== null && known.token === token && Date.now() - known.requestedAt < freshMs) return known.user;
  // Keeps the earlier user until the reply: a refetch must not blank the page and lose input.
  const settled = known?.token === token ? known.settled : null;
  const asked: Known = { token, user: requestUserOr(settled), settled, requestedAt: Date.now() };
  useAnswer.setState({ known: asked });
  asked.user.then(
    (user) => settle(asked, user),
    () => {
      if (useAnswer.getState().known === asked) refetchMe();
    },
  );
  return asked.user;
}

/**
 * The signed-in user, with the interface in their language. A reply that was requested before another language was chosen does not
 * switch back from it. Throws ApiError.
 */
export async function loadMeAndLanguage(): Promise<User> {
  const token = getToken();
  const user = await loadMe();
  if (isCurrentSession(token)) claimTab(user.id);
  const { known } = useAnswer.getState();
  const newest = (known?.token === getToken() ? known?.settled : null) ?? user;
  if (savingLanguage === 0) await switchLanguage(newest.defaultLanguage);
  return user;
}

/** Switches the interface's language at once, and saves the choice in the account. Throws ApiError. */
export async function chooseLanguage(defaultLanguage: Language): Promise<void> {
  savingLanguage += 1;
  try {
    await Promise.all([switchLanguage(defaultLanguage), changeAccount(() => saveLanguage(defaultLanguage))]);
  } finally {
    savingLanguage -= 1;
  }
}

async function saveLanguage(defaultLanguage: Language): Promise<void> {
  const token = getToken();
  const request = call(updateLanguage, { body: { defaultLanguage } });
  const { user } = await within(longestMs.unknown, request, networkError);
  if (getToken() === token) storeUser(user, token);
}

/**
 * Sends a change of the account after the earlier ones. Each reply has the whole account, so replies in another order would undo a change on the page;
 * and a changed password ends the token of a request that is under way. Undefined, and nothing is sent, if the session has ended meanwhile.
 */
export function changeAccount<T>(change: () => Promise<T>): Promise<T | undefined> {
  const token = getToken();
  const earlier = lastChange && isCurrentSession(lastChange.token) ? lastChange.end : Promise.resolve();
  const changing = within(longestMs.unknown, earlier, networkError)
    .catch(() => undefined)
    .then(() => (isCurrentSession(token) ? change() : undefined));
  lastChange = { token, end: changing };
  expectNewToken(within(longestMs.unknown, changing, networkError));
  return changing;
}

/** Drops the cached or pending request, so that the next call sends a new one. */
export function refetchMe(): void {
  useAnswer.setState({ known: null });
}

/** Stores the user from the reply to a change; `token` if there is a new one. */
export function storeUser(user: User, token: string | null = getToken()): void {
  settle({ token, user: Promise.resolve(user), settled: user, requestedAt: Date.now() }, user);
}

/** The user of the last reply; null before. */
export function useMe(): User | null {
  return useAnswer(({ known }) => (known?.token === getToken() ? known.settled : null));
}

/** Ends the session only if the API itself says that it is invalid, not on an outage or a reply of a proxy. */
export async function signOutIfRefused(error: unknown, sentToken: string): Promise<boolean> {
  return isRefused(error) && (await endRefusedSession(sentToken));
}

function isRefused(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.code === 'not_found');
}

async function requestUserOr(settled: User | null): Promise<User> {
  try {
    return await within(longestMs[settled ? 'known' : 'unknown'], requestUser(0, settled === null), networkError);
  } catch (error) {
    if (settled === null || isRefused(error)) throw error;
    return settled;
  }
}

async function requestUser(tries: number, isPatient: boolean): Promise<User> {
  try {
    return (await call(me)).user;
  } catch (error) {
    const waitMs = retryAfterMs[tries];
    const isMissing = error instanceof ApiError && error.status === 404;
    if (waitMs === undefined || !(isMissing || (isPatient && isOutage(error)))) throw error;
    const token = getToken();
    await new Promise((resolve) => setTimeout(resolve, isMissing ? missingRetryMs : waitMs));
    if (getToken() !== token) throw error;
    return requestUser(tries + 1, isPatient);
  }
}

function settle(answer: Known, user: User): void {
  const { known } = useAnswer.getState();
  if (known !== null && known !== answer && known.requestedAt > answer.requestedAt) return;
  useAnswer.setState({ known: { ...answer, settled: user } });
}

/**
 * The signed-in user, checked with the server at the start and when the session changes; a refused token is
 * deleted. Uses the user's language, or English for visitors.
 */
export function useSessionCheck(): UserData | null {
  const userData = useUserData();
  // Subscribes before the page is painted. Otherwise a change in another tab could be missed.
  useLayoutEffect(() => watchSession(() => void check()), []);
  useEffect(() => void check(), []);
  return userData;
}

async function check(): Promise<void> {
  const token = getToken();
  if (token === null) return forgetLanguage();
  try {
    await loadMeAndLanguage();
  } catch (error) {
    if (!(await signOutIfRefused(error, token))) logProblem('Nobody could say who is signed in.', error);
  }
}

/** True after a logout, which leads to the home page instead of the sign-in page, even while that is loading. */
export function isLoggingOut(): boolean {
  return isLeavingForHome;
}

/** Ends the session locally at once, even offline, and on the server when the request arrives. */
export async function logOut(navigate: NavigateFunction): Promise<void> {
  // The request reads the token before the session ends.
  call(logout).catch((error: unknown) => logProblem('The server did not hear of the logout.', error));
  isLeavingForHome = true;
  endSession();
  try {
    if (window.location.pathname !== paths.home) await navigate(paths.home);
  } finally {
    isLeavingForHome = false;
  }
}
