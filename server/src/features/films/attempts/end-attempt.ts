import type { FailureCode } from '@keepsake/contract/films/videos';
import { isAsAgreed } from '@keepsake/contract/photos/photo-checks';
import type { Deps } from '../../../deps.ts';
import type { Tx } from '../../../platform/database/db.ts';
import { recordError } from '../../journal/error-log.queries.ts';
import { recordRun } from '../../journal/task-run.queries.ts';
import {
  recordFingerprint,
  lockFilm,
  requeueFilm,
  setFilmDone,
  setFilmFailed,
  type LockedFilm,
} from '../film.queries.ts';
import { abandonUnsent, endAttempt, saveAttempt, type Ending } from './attempt.queries.ts';
import type { Lease, Outcome } from './attempt-step.ts';
import { fillSlotsAfter, wakeAttempt } from '../../journal/queued-jobs.ts';
import { extendRetention } from '../../photos/buckets/bucket.queries.ts';
import { requestRemoval } from '../generations/generation-removal.queries.ts';
import { readFilmReport } from '../film-report.ts';
import { isPaidFor, recordOwedFilm, settleByDelivery } from '../owed-film.queries.ts';
import { closeCircuit } from './provider-pause.queries.ts';
import { notifyWhenSettled } from '../notify-when-settled.ts';

export type EndingOutcome = Extract<Outcome, { kind: 'film' | 'failed' | 'lost' | 'held' | 'cancelled' | 'overdue' }>;
type OutcomeOf<K extends EndingOutcome['kind']> = Extract<EndingOutcome, { kind: K }>;

/** Maximum number of automatic requests for one film that fail at the provider. */
const maxFailures = 3;
/**
 * The same if the provider could not fetch the photo, usually because our own server was down. The waits double, and add up to 21 minutes at the
 * usual interval, so that a restart, a deploy or a short outage fails no film.
 */
const maxUnreadPhotos = 8;
/** Number of workers that may die during a request before the film fails: it may be the cause. */
const maxLosses = 20;
/**
 * How long the provider keeps its copy, for administrators. The embedded renderer's copies are in our own storage and are kept for a shorter time.
 */
const copyKeptMs = 24 * 3_600_000;
const copyKeptHereMs = 3_600_000;

interface EndContext {
  tx: Tx;
  deps: Deps;
  lease: Lease;
  film: LockedFilm;
  /** Whether the film is waiting for this attempt and no other. */
  isAwaited: boolean;
}

/** @returns false if the lease was lost or the bucket deleted; then nothing is changed */
export async function endAttemptWith(tx: Tx, deps: Deps, lease: Lease, outcome: EndingOutcome): Promise<boolean> {
  const film = await lockFilm(tx, lease.attempt.filmId);
  if (!film) return false;
  const isAwaited = lease.attempt.state !== 'overdue' && film.state === 'creating';
  const ended = await (ends[outcome.kind] as End<typeof outcome.kind>)({ tx, deps, lease, film, isAwaited }, outcome);
  if (ended) await fillSlotsAfter(tx);
  return ended;
}

type End<K extends EndingOutcome['kind']> = (context: EndContext, outcome: OutcomeOf<K>) => Promise<boolean>;

const ends: { [K in EndingOutcome['kind']]: End<K> } = {
  film: async (context, { film: stored }) => {
    const { tx, film } = context;
    if (film.state === 'done')
      return endAndScheduleRemoval(
        context,
        { state: 'abandoned', failureReason: 'Another film was delivered before.' },
        0,
      );
    if (!(await endAndScheduleRemoval(context, { state: 'succeeded' }, copyRetentionMs(context)))) return false;
    await abandonUnsent(tx, film.id);
    await setFilmDone(tx, film.id, stored);
    await extendRetention(tx, [film.bucketId]);
    await recordFingerprint(tx, stored.sha256);
    await settleByDelivery(tx, film.id);
    await recordReplacedEffect(tx, film, stored.report);
    await closeCircuit(tx, context.lease.attempt, ['account', 'photos']);
    await recordFilmRun(context);
    await notifyWhenSettled(tx, film);
    return true;
  },

  failed: async (context, { code, reason, isRepeated }) => {
    const { tx, deps, film, isAwaited } = context;
    if (
      !(await endAndScheduleRemoval(
        context,
        { state: 'failed', failureCode: code, failureReason: reason },
        copyRetentionMs(context),
      ))
    )
      return false;
    if (!isAwaited) return true;
    const failures = film.failures + 1;
    const tries = code === 'photo_unreadable' ? maxUnreadPhotos : maxFailures;
    if (!isRepeated || failures >= tries) await failFilm(context, code, reason);
    else await requeueFilm(tx, film, { failures }, deps.config.POLL_INTERVAL_MS * waitFactor(code, failures));
    return true;
  },

  lost: async (context, { reason }) => {
    const { tx, film, isAwaited } = context;
    // One more lookup a day later finds a generation that the provider's list showed too late. The embedded renderer's list is always current.
    const afterMs = isRenderedHere(context) ? 0 : copyKeptMs;
    if (!(await endAndScheduleRemoval(context, { state: 'abandoned', failureReason: reason }, afterMs))) return false;
    if (!isAwaited) return true;
    const losses = film.losses + 1;
    if (losses >= maxLosses) await failFilm(context, 'provider_failed', `Lost ${losses} times: ${reason}`);
    else await requeueFilm(tx, film, { losses }, 0);
    return true;
  },

  held: async (context, { reason }) => {
    if (
      !(await endAndScheduleRemoval(context, { state: 'abandoned', failureReason: reason }, copyRetentionMs(context)))
    )
      return false;
    if (context.isAwaited) await requeueFilm(context.tx, context.film, {}, 0);
    return true;
  },

  cancelled: async (context) => {
    if (!(await endAndScheduleRemoval(context, { state: 'abandoned', failureReason: 'The worker was stopped.' }, 0)))
      return false;
    if (context.isAwaited) await requeueFilm(context.tx, context.film, {}, 0);
    return true;
  },

  overdue: async (context, { code, reason }) => {
    const { tx, deps, lease, isAwaited } = context;
    const saved = await saveAttempt(tx, lease.attempt, { state: 'overdue' }, { release: true });
    if (!saved) return false;
    if (isAwaited) await failFilm(context, code, reason);
    await wakeAttempt(tx, lease.attempt.id, deps.config.POLL_INTERVAL_MS);
    return true;
  },
};

/** Poll intervals until a film with this many failures is requested again. */
function waitFactor(code: FailureCode, failures: number): number {
  if (code === 'photo_unreadable') return 2 ** failures;
  return failures === 1 ? 2 : 12;
}

/** Ends the attempt, if this worker holds it, and schedules the deletion of the provider's copy. */
async function endAndScheduleRemoval(
  { tx, lease }: EndContext,
  ending: Ending,
  copyIsKeptMs: number,
): Promise<boolean> {
  if (!(await endAttempt(tx, lease.attempt, ending))) return false;
  await requestRemoval(tx, lease.attempt.id, copyIsKeptMs);
  return true;
}

function copyRetentionMs(context: EndContext): number {
  return isRenderedHere(context) ? copyKeptHereMs : copyKeptMs;
}

function isRenderedHere({ deps, lease: { attempt } }: EndContext): boolean {
  return deps.videoProvider(attempt.provider, attempt.providerUrl).localSlots !== undefined;
}

const sentences: Record<FailureCode, string> = {
  moderation: "The provider's rules about content do not allow this film.",
  photo_unreadable: 'The photo could not be read.',
  provider_refused: 'The provider refused the request.',
  provider_failed: 'The provider could not make the film.',
  provider_unavailable: 'The provider could not be reached for too long.',
  timed_out: 'The film took too long; if it still arrives it is delivered.',
  unconfirmed: 'It is not known whether the provider accepted the request.',
  film_unreadable: "The provider's film could not be fetched whole.",
  storage: 'The film could not be stored.',
  effect_replaced: 'The film shows another effect than the one ordered.',
};

async function failFilm(context: EndContext, code: FailureCode, reason: string): Promise<void> {
  const { tx, film } = context;
  const errorMessage = `${sentences[code]} (${reason})`;
  await setFilmFailed(tx, film.id, code, errorMessage);
  await extendRetention(tx, [film.bucketId]);
  await recordOwedFilm(tx, { filmId: film.id, bucketId: film.bucketId, failureCode: code });
  await recordError(tx, { moduleName: 'videos', errorMessage, photoId: film.photoId });
  await recordFilmRun(context, errorMessage);
  await notifyWhenSettled(tx, film);
}

/** A paid film that shows another effect without the customer's agreement is owed, although it was delivered. */
async function recordReplacedEffect(tx: Tx, film: LockedFilm, report: object | null): Promise<void> {
  const lack = readFilmReport(report)?.lack;
  if (!lack || film.isGranted || isAsAgreed(lack, film.agreedTo) || !(await isPaidFor(tx, film.bucketId))) return;
  await recordOwedFilm(tx, { filmId: film.id, bucketId: film.bucketId, failureCode: 'effect_replaced' });
}

/** Records one task run per film, in the film's transaction, so that a crash counts no film twice. */
async function recordFilmRun({ tx, lease }: EndContext, error?: string): Promise<void> {
  const { attempt } = lease;
  await recordRun(tx, {
    taskType: 'generation-polling',
    itemsProcessed: 1,
    successCount: error === undefined ? 1 : 0,
    durationMs: lease.now().getTime() - attempt.intentAt.getTime(),
    errors: error === undefined ? [] : [{ error, attempt: attempt.number }],
  });
}
