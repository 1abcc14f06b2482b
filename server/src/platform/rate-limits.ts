import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import { AppError } from '../errors.ts';
import type { Db } from './database/db.ts';

/** Points and seconds of every limit. Documented in docs/security.md; the limits themselves are tested. */
export const rateLimits = {
  /** Calls of one session, or of one network without a session. In this process's memory. */
  call: { points: 300, seconds: 60, shared: false },
  /** Unknown tokens from one network: each look-up costs a query. In this process's memory. */
  unknownToken: { points: 300, seconds: 60, shared: false },
  /** Calls of services from one network: payment events and "film is ready". In this process's memory. */
  service: { points: 1200, seconds: 60, shared: false },
  /** Failed sign-ins of one account from one network. */
  loginFailure: { points: 10, seconds: 900, shared: true },
  /** Sign-in attempts to one account from all networks that are new to it. */
  loginElsewhere: { points: 100, seconds: 3600, shared: true },
  /** Second-step codes sent with the correct password of one account. */
  totpFailure: { points: 10, seconds: 900, shared: true },
  /** Wrong passwords and codes with which one signed-in user confirms an action. */
  proofFailure: { points: 10, seconds: 900, shared: true },
  /** Sign-in attempts from one IP address, against credential stuffing. */
  loginAddress: { points: 500, seconds: 900, shared: true },
  /** Registrations from one network. */
  register: { points: 200, seconds: 3600, shared: true },
  /** Verification and reset mails requested from one network, for whatever addresses. */
  mailRequest: { points: 100, seconds: 3600, shared: true },
  /** Registrations of one address, and verification mails requested for it, from one network. */
  mailFrom: { points: 5, seconds: 3600, shared: true },
  /** Reset mails requested from one network for one address. */
  resetMailFrom: { points: 5, seconds: 3600, shared: true },
  /** Mails to one address caused by registrations of it, which anybody can make. */
  mail: { points: 5, seconds: 3600, shared: true },
  /** Mails to one address with a link to a new password, which anybody can request. */
  resetMail: { points: 5, seconds: 3600, shared: true },
  /** Checkout creations of one user. */
  checkout: { points: 10, seconds: 600, shared: true },
  /** Checks of a film's origin from one IP address. */
  filmCheck: { points: 30, seconds: 600, shared: true },
  /** Links to films created by one user: each password costs a hash. */
  share: { points: 30, seconds: 600, shared: true },
  /** Password attempts on one shared link from one network; a correct one resets it. */
  sharePassword: { points: 10, seconds: 900, shared: true },
  /** Wrong passwords on one shared link from all networks. */
  shareGuesses: { points: 100, seconds: 3600, shared: true },
  /** Data exports requested by one user. */
  dataExport: { points: 5, seconds: 86_400, shared: true },
  /** Upload requests of one user; a browser sends one per photo. */
  upload: { points: 600, seconds: 600, shared: true },
} as const;

export type RateLimitName = keyof typeof rateLimits;

export interface RateLimits {
  /** Counts one use. @throws AppError rate_limited with the seconds to wait */
  count(name: RateLimitName, key: string): Promise<void>;
  /** Throws when the limit is used up, without counting. */
  check(name: RateLimitName, key: string): Promise<void>;
  /** Reverses one `count`. */
  uncount(name: RateLimitName, key: string): Promise<void>;
  clear(name: RateLimitName, key: string): Promise<void>;
}

export function createRateLimits(db: Db, on: boolean): RateLimits {
  if (!on) return { count: async () => {}, check: async () => {}, uncount: async () => {}, clear: async () => {} };
  const limiters = Object.fromEntries(
    Object.entries(rateLimits).map(([name, rule]) => [name, limiter(db, name, rule)]),
  ) as Record<RateLimitName, RateLimiterAbstract>;
  return {
    count: async (name, key) => {
      await limiters[name].consume(key).catch(refuse);
    },
    check: async (name, key) => {
      const used = await limiters[name].get(key);
      if (used && used.consumedPoints >= rateLimits[name].points) refuse(used);
    },
    uncount: async (name, key) => {
      await limiters[name].reward(key);
    },
    clear: async (name, key) => {
      await limiters[name].delete(key);
    },
  };
}

function limiter(
  db: Db,
  name: string,
  rule: { points: number; seconds: number; shared: boolean },
): RateLimiterAbstract {
  const options = { keyPrefix: name, points: rule.points, duration: rule.seconds };
  if (!rule.shared) return new RateLimiterMemory(options);
  return new RateLimiterPostgres({
    ...options,
    storeClient: unnamed(db.pool),
    storeType: 'client',
    tableName: 'rate_limits',
    tableCreated: true,
  });
}

/** Removes the name of the library's prepared statements: a pooler that assigns connections per transaction does not keep them. */
function unnamed(pool: Db['pool']): { query(statement: { text: string; values: unknown[] }): Promise<object> } {
  return { query: ({ text, values }) => pool.query({ text, values }) };
}

function refuse(reason: unknown): never {
  if (reason instanceof RateLimiterRes)
    throw new AppError('rate_limited', { retryAfter: Math.ceil(reason.msBeforeNext / 1000) });
  throw reason;
}
