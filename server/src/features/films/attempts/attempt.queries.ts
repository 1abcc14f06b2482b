import type { VideoRequest, VideoSettings } from '../../../providers/video/video-provider.ts';
import { sql, type ExpressionBuilder } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/db.ts';
import { clockTimestamp, databaseNow, later, literals } from '../../../platform/database/expressions.ts';
import { toJson } from '../../../platform/database/json.ts';
import type { Tables } from '../../../platform/database/tables.ts';
import { newId, newToken } from '../../../platform/ids.ts';

/** States in which an attempt occupies a slot at its provider. */
export const activeAttemptStates = ['submitting', 'unknown', 'submitted'] as const;
/** States in which an attempt has a next step. */
export const openAttemptStates = [...activeAttemptStates, 'overdue'] as const;
export type OpenAttemptState = (typeof openAttemptStates)[number];
export type EndState = 'succeeded' | 'failed' | 'abandoned';

/** The request as decided when the attempt was created. Expiring links are signed when it is sent. */
export interface FrozenVideoRequest extends Pick<VideoRequest, 'prompt' | 'effect' | 'seed'> {
  photo: { filename: string; width: number; height: number };
  settings: VideoSettings;
}

export interface Attempt {
  id: string;
  filmId: string;
  photoId: string;
  number: number;
  token: string;
  provider: string;
  providerUrl: string;
  state: OpenAttemptState;
  request: FrozenVideoRequest;
  providerGenerationId: string | null;
  intentAt: Date;
  sentAt: Date | null;
  sendableUntil: Date | null;
  submittedAt: Date | null;
  leaseNo: number;
  missingListings: number;
  /** Since when the provider reports the film as completed but gives no link to it. */
  filmMissingSince: Date | null;
  consecutiveFailures: number;
}

declare module '../../../platform/database/json.ts' {
  interface JsonColumns {
    'attempts.request': FrozenVideoRequest;
  }
}

const columns = [
  'id',
  'filmId',
  'number',
  'token',
  'provider',
  'providerUrl',
  'state',
  'request',
  'providerGenerationId',
  'intentAt',
  'sentAt',
  'sendableUntil',
  'submittedAt',
  'leaseNo',
  'missingListings',
  'filmMissingSince',
  'consecutiveFailures',
] as const;

export interface NewAttempt {
  filmId: string;
  provider: string;
  providerUrl: string;
  idOf(token: string): string | undefined;
  request: FrozenVideoRequest;
}

/** Creates an attempt, before anything is sent. @returns its id */
export async function insertAttempt(
  tx: Tx,
  { filmId, provider, providerUrl, idOf, request }: NewAttempt,
): Promise<string> {
  const id = newId();
  const token = newToken();
  await tx
    .insertInto('attempts')
    .values(({ selectFrom }) => ({
      id,
      filmId,
      number: selectFrom('attempts')
        .where('filmId', '=', filmId)
        .select(({ eb, fn, lit }) => eb(fn.coalesce(fn.max('number'), lit(0)), '+', lit(1)).as('next')),
      token,
      provider,
      providerUrl,
      state: 'submitting',
      request: toJson(request),
      providerGenerationId: idOf(token) ?? null,
    }))
    .execute();
  return id;
}

export type LeaseTaken = { attempt: Attempt; now: Date } | { heldForMs: number } | undefined;

/** Takes the lease of an open attempt if no worker holds it; undefined if the attempt has ended or was deleted. */
export async function takeLease(tx: Tx, attemptId: string, leaseMs: number): Promise<LeaseTaken> {
  const found = await tx
    .selectFrom('attempts')
    .where('id', '=', attemptId)
    .where('state', 'in', literals(...openAttemptStates))
    .select(
      sql<number>`coalesce(greatest(0, extract(epoch from lease_until - ${clockTimestamp}) * 1000), 0)::int`.as(
        'heldForMs',
      ),
    )
    .forUpdate()
    .executeTakeFirst();
  if (!found || found.heldForMs > 0) return found;
  const attempt = await tx
    .updateTable('attempts')
    .where('id', '=', attemptId)
    .set(({ eb }) => ({ leaseNo: eb('leaseNo', '+', 1), leaseUntil: later(clockTimestamp, leaseMs) }))
    .returning(columns)
    .returning([photoOfAttempt, clockTimestamp.as('now')])
    .$narrowType<OpenState>()
    .executeTakeFirst();
  return attempt && { attempt, now: attempt.now };
}

/** Guaranteed by the caller's `where`, or because attempts change only while they are open. */
interface OpenState {
  state: OpenAttemptState;
}

function photoOfAttempt({ selectFrom }: ExpressionBuilder<Tables, 'attempts'>) {
  return selectFrom('films')
    .whereRef('films.id', '=', 'attempts.filmId')
    .select('photoId')
    .$asScalar()
    .$notNull()
    .as('photoId');
}

/** @returns whether this worker still holds the lease */
export async function extendLease(db: Queryable, attempt: Attempt, leaseMs: number): Promise<boolean> {
  const { numUpdatedRows } = await updateHeld(db, attempt)
    .where('leaseUntil', 'is not', null)
    .set({ leaseUntil: later(databaseNow, leaseMs) })
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function releaseLease(db: Queryable, attempt: Attempt): Promise<void> {
  await updateHeld(db, attempt).where('leaseUntil', 'is not', null).set({ leaseUntil: null }).execute();
}

/** Changes an attempt if this worker still holds its lease. */
function updateHeld(db: Queryable, { id, leaseNo }: Attempt) {
  return db.updateTable('attempts').where('id', '=', id).where('leaseNo', '=', leaseNo);
}

export type AttemptChanges = Partial<
  Pick<
    Attempt,
    | 'state'
    | 'providerGenerationId'
    | 'sentAt'
    | 'sendableUntil'
    | 'submittedAt'
    | 'missingListings'
    | 'filmMissingSince'
    | 'consecutiveFailures'
  >
>;

/**
 * Saves changes if lease and state are still those with which the step began.
 * @returns the changed attempt; undefined if the lease was lost
 */
export function saveAttempt(
  db: Queryable,
  before: Attempt,
  changes: AttemptChanges,
  options: { release: boolean },
): Promise<Attempt | undefined> {
  return updateHeld(db, before)
    .where('state', '=', before.state)
    .set({ state: before.state, ...changes, ...(options.release && { leaseUntil: null }) })
    .returning(columns)
    .returning(photoOfAttempt)
    .$narrowType<OpenState>()
    .executeTakeFirst();
}

export interface Ending {
  state: EndState;
  failureCode?: string;
  failureReason?: string;
}

/** @returns whether this worker still held the lease */
export async function endAttempt(tx: Tx, attempt: Attempt, ending: Ending): Promise<boolean> {
  const { state, failureCode = null, failureReason = null } = ending;
  const { numUpdatedRows } = await updateHeld(tx, attempt)
    .where('state', '=', attempt.state)
    .set({ state, failureCode, failureReason, endedAt: databaseNow, leaseUntil: null })
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Abandons the unsent attempts of a film that was delivered. */
export async function abandonUnsent(tx: Tx, filmId: string): Promise<void> {
  await tx
    .updateTable('attempts')
    .where('filmId', '=', filmId)
    .where('state', '=', 'submitting')
    .where('sentAt', 'is', null)
    .set({
      state: 'abandoned',
      failureReason: 'the film arrived from an earlier attempt',
      endedAt: databaseNow,
      leaseUntil: null,
    })
    .execute();
}

export async function markCopyRemoved(db: Queryable, attemptId: string): Promise<void> {
  await db.updateTable('attempts').where('id', '=', attemptId).set({ copyRemovedAt: databaseNow }).execute();
}

export async function attemptExists(db: Queryable, attemptId: string): Promise<boolean> {
  return (await filmOfAttempt(db, attemptId)) !== undefined;
}

export async function filmOfAttempt(db: Queryable, attemptId: string): Promise<string | undefined> {
  const found = await db.selectFrom('attempts').where('id', '=', attemptId).select('filmId').executeTakeFirst();
  return found?.filmId;
}

/** Reopens, as overdue, an ended attempt whose generation was found late. @returns false if another attempt of the film is open */
export async function reopenAttempt(tx: Tx, attemptId: string, generationId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('attempts as a')
    .where('a.id', '=', attemptId)
    .where('a.state', 'in', ['failed', 'abandoned'])
    .where('a.providerGenerationId', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('attempts as other')
            .whereRef('other.filmId', '=', 'a.filmId')
            .where('other.state', 'in', literals(...openAttemptStates))
            .select('other.id'),
        ),
      ),
    )
    .set({
      state: 'overdue',
      providerGenerationId: generationId,
      submittedAt: databaseNow,
      endedAt: null,
      failureCode: null,
      failureReason: null,
      leaseUntil: null,
    })
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function countActiveAttempts(tx: Tx, provider: string): Promise<number> {
  const { alive } = await tx
    .selectFrom('attempts')
    .where('provider', '=', provider)
    .where('state', 'in', literals(...activeAttemptStates))
    .select(({ fn }) => fn.countAll<number>().as('alive'))
    .executeTakeFirstOrThrow();
  return alive;
}

/** How many films all living worker processes can render at once. */
export async function renderSlots(db: Queryable, leaseMs: number): Promise<number> {
  const { slots } = await db
    .selectFrom('workerProcesses')
    .where('heartbeatAt', '>', later(databaseNow, -leaseMs))
    .select(({ fn, lit }) => fn.coalesce(fn.sum<number>('renderSlots'), lit(0)).as('slots'))
    .executeTakeFirstOrThrow();
  return slots;
}

/**
 * Open attempts without a lease and without a live job: their worker died, or their job was lost. A job that has run for longer than a lease without
 * holding one is lost too: its worker could not report the end to the queue.
 */
export async function strandedAttempts(db: Queryable, leaseMs: number): Promise<string[]> {
  const rows = await db
    .selectFrom('attempts')
    .where('state', 'in', literals(...openAttemptStates))
    .where(({ or, and, eb, not, exists, selectFrom }) =>
      or([
        eb('leaseUntil', '<', databaseNow),
        and([
          eb('leaseUntil', 'is', null),
          not(
            exists(
              selectFrom('graphileWorker.jobs as job')
                .where('job.key', '=', sql<string>`'attempt:' || attempts.id`)
                .whereRef('job.attempts', '<', 'job.maxAttempts')
                .where((job) =>
                  job.or([job('lockedAt', 'is', null), job('lockedAt', '>', later(databaseNow, -leaseMs))]),
                )
                .select('job.id'),
            ),
          ),
        ]),
      ]),
    )
    .select('attempts.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The attempt that a callback's token names. */
export function attemptOfToken(
  db: Queryable,
  token: string,
): Promise<{ id: string; state: OpenAttemptState | EndState } | undefined> {
  return db.selectFrom('attempts').where('token', '=', token).select(['id', 'state']).executeTakeFirst();
}

/**
 * Ids and tokens of attempts that an order still needs: their generations must not be deleted at the provider. This includes attempts of failed
 * films, because their request may turn out to have been accepted after all; then the generation is used (see `reopenAttempt`).
 */
export function neededGenerations(
  db: Queryable,
  provider: string,
): Promise<{ token: string; providerGenerationId: string | null }[]> {
  const ofProvider = db
    .selectFrom('attempts')
    .where('attempts.provider', '=', provider)
    .select(['attempts.token', 'attempts.providerGenerationId']);
  return ofProvider
    .where('attempts.state', 'in', literals(...openAttemptStates))
    .unionAll(
      ofProvider
        .innerJoin('films', 'films.id', 'filmId')
        .where('films.state', '=', sql.lit('failed'))
        .where('attempts.state', 'in', ['failed', 'abandoned'])
        .where('attempts.providerGenerationId', 'is', null),
    )
    .execute();
}
