import type { FailureCode } from '@keepsake/contract/videos';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import type { FailedFilm } from '../journal/mail-kinds.ts';
import { queueMail } from '../journal/queue-mail.ts';
import { countFilms, failedFilms, markReadyMail } from './film.queries.ts';

/**
 * The customer is told once per set, when no film of it is open any more: the last one was made, or what was left was deleted. A film
 * that was missing then and comes later is told by a mail of its own. @returns whether this call told it
 */
export async function notifyWhenSettled(
  tx: Tx,
  clock: Clock,
  set: { bucketId: string; userId: string },
): Promise<boolean> {
  const { bucketId, userId } = set;
  const { open, done, failed } = await countFilms(tx, bucketId);
  if (open > 0 || !(await markReadyMail(tx, clock, bucketId))) return false;
  const dedupeKey = `films-ready:${bucketId}`;
  const payload = { done, failed, ...(failed > 0 && { failures: await failuresOf(tx, bucketId) }) };
  await queueMail(tx, clock, { kind: 'films-ready', userId, bucketId, dedupeKey, payload });
  return true;
}

/** A film was delivered whose set had been told to be ready without it: it was missing, or given since. */
export async function tellLateFilm(
  tx: Tx,
  clock: Clock,
  film: { bucketId: string; userId: string; given: boolean },
): Promise<void> {
  const { bucketId, userId, given } = film;
  const { open, done, failed } = await countFilms(tx, bucketId);
  if (open > 0) return;
  const dedupeKey = `late-films-ready:${bucketId}:${done}`;
  const payload = { done, failed, ...(given && { given }) };
  await queueMail(tx, clock, { kind: 'late-films-ready', userId, bucketId, dedupeKey, payload });
}

const whyOfCode: Partial<Record<FailureCode, FailedFilm['why']>> = {
  moderation: 'rules',
  photo_unreadable: 'photo',
  timed_out: 'late',
};

async function failuresOf(tx: Tx, bucketId: string): Promise<FailedFilm[]> {
  const films = await failedFilms(tx, bucketId);
  return films.map(({ failureCode, ...film }) => ({ ...film, why: whyOfCode[failureCode] ?? 'ours' }));
}
