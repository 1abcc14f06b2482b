import { sql, type ExpressionBuilder } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/db.ts';
import { any, databaseNow, later } from '../../../platform/database/expressions.ts';
import type { Tables } from '../../../platform/database/tables.ts';

export interface ProviderTarget {
  provider: string;
  providerUrl: string;
}

/**
 * Why requests are paused. `busy`: the provider requested it. `account`: it refuses our account. `photos`: it cannot fetch our photos. The last two
 * open the circuit breaker.
 */
export type CircuitKind = 'account' | 'photos';
export type PauseKind = 'busy' | CircuitKind;

export interface Pause {
  kind: PauseKind;
  reason: string;
  since: Date;
  until: Date;
  /** Milliseconds until the next request is allowed; 0 ends a `busy` pause and makes an open circuit half-open: one probe may be sent. */
  ms: number;
  tries: number;
  probeAttemptId: string | null;
}

export function findPause(db: Queryable, target: ProviderTarget): Promise<Pause | undefined> {
  return db
    .selectFrom('providerPauses')
    .where(isAt(target))
    .select([
      'kind',
      'reason',
      'since',
      'until',
      sql<number>`greatest(0, extract(epoch from until - ${databaseNow}) * 1000)::int`.as('ms'),
      'tries',
      'probeAttemptId',
    ])
    .executeTakeFirst();
}

function isAt({ provider, providerUrl }: ProviderTarget) {
  return ({ and, eb }: ExpressionBuilder<Tables, 'providerPauses'>) =>
    and([eb('provider', '=', provider), eb('providerUrl', '=', providerUrl)]);
}

/** Blocks requests to this provider for `ms`. Never shortens a pause, and never turns an open circuit into a `busy` pause. */
export async function pauseProvider(
  db: Queryable,
  { provider, providerUrl }: ProviderTarget,
  ms: number,
  reason: string,
): Promise<void> {
  await db
    .insertInto('providerPauses')
    .values({ provider, providerUrl, until: later(databaseNow, ms), reason })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'providerUrl']).doUpdateSet(({ eb, fn, ref }) => ({
        until: fn<Date>('greatest', ['providerPauses.until', 'excluded.until']),
        reason: eb
          .case()
          .when('providerPauses.kind', '=', 'busy')
          .then(ref('excluded.reason'))
          .else(ref('providerPauses.reason'))
          .end(),
      })),
    )
    .execute();
}

/** Id of the advisory lock (an arbitrary constant): if several workers open a circuit concurrently, exactly one of them is first. */
const lock = 7_265_135;

export interface NewOpenCircuit {
  kind: CircuitKind;
  reason: string;
  /** The refused attempt; undefined if the account itself was checked. */
  attemptId: string | undefined;
  firstWaitMs: number;
  longestWaitMs: number;
}

/** Opens the circuit, or lengthens the wait of an open one whose probe failed. @returns when it opened, if it was closed before */
export async function recordOpenCircuit(
  tx: Tx,
  target: ProviderTarget,
  { kind, reason, attemptId, firstWaitMs, longestWaitMs }: NewOpenCircuit,
): Promise<Date | undefined> {
  await sql`select pg_advisory_xact_lock(${lock})`.execute(tx);
  const before = await findPause(tx, target);
  const wasOpen = before !== undefined && before.kind !== 'busy';
  const isLateRefusal = wasOpen && before.ms > 0 && attemptId !== undefined && attemptId !== before.probeAttemptId;
  if (isLateRefusal) return undefined;
  const { provider, providerUrl } = target;
  const tries = wasOpen ? before.tries + 1 : 1;
  const until = later(databaseNow, Math.min(longestWaitMs, firstWaitMs * 2 ** (tries - 1)));
  const opened = await tx
    .insertInto('providerPauses')
    .values({ provider, providerUrl, kind, reason, tries, until })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'providerUrl']).doUpdateSet(({ eb, ref }) => ({
        kind: ref('excluded.kind'),
        reason: ref('excluded.reason'),
        tries: ref('excluded.tries'),
        until: ref('excluded.until'),
        since: eb
          .case()
          .when('providerPauses.kind', '=', 'busy')
          .then(databaseNow)
          .else(ref('providerPauses.since'))
          .end(),
        probeAttemptId: null,
      })),
    )
    .returning('since')
    .executeTakeFirst();
  return wasOpen ? undefined : opened?.since;
}

/** Claims the probe of a half-open circuit for `forMs`. @returns whether this caller may send it */
export async function claimProbe(db: Queryable, target: ProviderTarget, forMs: number): Promise<boolean> {
  const { numUpdatedRows } = await updateOpenCircuit(db, target)
    .where('until', '<=', databaseNow)
    .set({ until: later(databaseNow, forMs), probeAttemptId: null })
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function setProbeAttempt(tx: Tx, target: ProviderTarget, attemptId: string): Promise<void> {
  await updateOpenCircuit(tx, target).set({ probeAttemptId: attemptId }).execute();
}

/** Makes an open circuit half-open at once and resets its wait, after an administrator has fixed the cause. */
export async function makeProbeDue(db: Queryable, target: ProviderTarget): Promise<void> {
  await updateOpenCircuit(db, target).set({ until: databaseNow, tries: 0 }).execute();
}

function updateOpenCircuit(db: Queryable, target: ProviderTarget) {
  return db.updateTable('providerPauses').where(isAt(target)).where('kind', '<>', 'busy');
}

/** Closes a circuit that is open for one of these reasons. @returns whether one was open */
export async function closeCircuit(
  db: Queryable,
  target: ProviderTarget,
  kinds: readonly CircuitKind[],
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('providerPauses')
    .where(isAt(target))
    .where('kind', '=', any(kinds))
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Whether the configured provider's circuit is half-open: open, and its wait is over. */
export async function hasDueProbe(db: Queryable): Promise<boolean> {
  const due = await db
    .selectFrom('providerPauses')
    .innerJoin('videoConfig', (join) =>
      join.onRef('serviceProvider', '=', 'provider').onRef('serviceProviderUrl', '=', 'providerUrl'),
    )
    .where('kind', '<>', 'busy')
    .where('until', '<=', databaseNow)
    .select('kind')
    .executeTakeFirst();
  return due !== undefined;
}
