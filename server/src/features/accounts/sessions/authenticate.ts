import type { Deps } from '../../../deps.ts';
import type { Actor } from '../../../platform/http/api.ts';
import { sha256 } from '../../../platform/ids.ts';
import { findSession, recordActivity, recordSessionUse, type SessionRow } from './session.queries.ts';

/** The last use is recorded at most this often: an idle limit of a week does not need a write for every call. */
const recordedEveryMs = 60_000;

/** The user of a session token; undefined if the token is unknown or its session has ended. */
export async function authenticate(deps: Deps, token: string): Promise<Actor | undefined> {
  const hash = sha256(token);
  const session = await findSession(deps.db, hash);
  if (!session) return undefined;
  const life = sessionLife[session.role];
  if (session.ageMs >= life.absoluteMs || session.idleMs >= life.idleMs) return undefined;
  if (session.idleMs >= recordedEveryMs || session.isNewDay) {
    await recordSessionUse(deps.db, hash);
    await recordActivity(deps.db, session.id);
  }
  const actor = {
    userId: session.id,
    role: session.role,
    lacksSecondStep: lacksSecondStep(deps, session),
    language: session.defaultLanguage,
    sessionHash: hash,
  };
  accounts.set(actor, session);
  return actor;
}

/** A session that was opened before the second step was turned on has no administrator rights. */
function lacksSecondStep({ config }: Deps, { totpSince, hasSecondStep }: SessionRow): boolean {
  return !hasSecondStep && (totpSince !== null || config.ADMIN_TOTP === 'required');
}

const accounts = new WeakMap<Actor, SessionRow>();

/** The account of the signed-in user, as it was read with the session: most calls need no second query. */
export function accountOf(actor: Actor): SessionRow {
  const account = accounts.get(actor);
  if (!account) throw new Error('This actor was not authenticated here');
  return account;
}

const hour = 3_600_000;
const day = 24 * hour;

/** Idle and absolute lifetime of a session in milliseconds. An administrator's session is short, because it can reach everything. */
export const sessionLife = {
  User: { idleMs: 7 * day, absoluteMs: 30 * day },
  Admin: { idleMs: hour, absoluteMs: 12 * hour },
} as const;
