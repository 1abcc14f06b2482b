import type { FailureCode } from '@keepsake/contract/films/videos';
import type { Tx } from '../../platform/database/db.ts';
import type { AgreedFilm, FailedFilm, PartlyShownFilm, ReplacedFilm } from '../journal/mail-kinds.ts';
import { queueMail } from '../journal/queue-mail.ts';
import { failedFilms } from './failed-film.queries.ts';
import { partlyShownBy } from './film-report.ts';
import { countFilms, markReadyMail } from './film.queries.ts';
import { replacedFilms, reportedFilms } from './replaced-film.queries.ts';

/**
 * Notifies the customer once per bucket, when none of its films is open any more. A film that failed and is made later gets its own mail.
 * @returns whether this call queued the mail
 */
export async function notifyWhenSettled(tx: Tx, bucket: { bucketId: string; userId: string }): Promise<boolean> {
  const { bucketId, userId } = bucket;
  const { open, done, failed } = await countFilms(tx, bucketId);
  if (open > 0 || !(await markReadyMail(tx, bucketId))) return false;
  const dedupeKey = `films-ready:${bucketId}`;
  const payload = {
    done,
    failed,
    ...(await unlikeOrdered(tx, bucketId)),
    ...(failed > 0 && { failures: await failuresOf(tx, bucketId) }),
  };
  await queueMail(tx, { kind: 'films-ready', userId, bucketId, dedupeKey, payload });
  return true;
}

/**
 * Notifies the customer of a film that was delivered after the mail “films are ready”: it had failed before, or was granted since. A film is delivered
 * once, so there is one mail per film: as many films may be done as at an earlier mail, if others were deleted.
 */
export async function notifyOfLateFilm(
  tx: Tx,
  film: { id: string; bucketId: string; userId: string; isGranted: boolean },
): Promise<void> {
  const { id, bucketId, userId, isGranted } = film;
  const { open, done, failed } = await countFilms(tx, bucketId);
  if (open > 0) return;
  const dedupeKey = `late-films-ready:${id}`;
  const payload = {
    done,
    failed,
    ...(await unlikeOrdered(tx, bucketId)),
    ...(isGranted && { given: true }),
  };
  await queueMail(tx, { kind: 'late-films-ready', userId, bucketId, dedupeKey, payload });
}

interface UnlikeOrdered {
  replaced?: ReplacedFilm[];
  agreed?: AgreedFilm[];
  partly?: PartlyShownFilm[];
}

/** The films that show something else than their effects, as agreed or not, and those whose effect not everybody in the photo shows. */
async function unlikeOrdered(tx: Tx, bucketId: string): Promise<UnlikeOrdered> {
  const films = await replacedFilms(tx, bucketId);
  const agreed = films.filter(({ isAgreed }) => isAgreed);
  const replaced = films.filter(({ isAgreed }) => !isAgreed);
  const partly = (await reportedFilms(tx, bucketId)).flatMap(({ report, ...film }) => {
    const shown = partlyShownBy(report);
    return shown ? { ...film, ...shown } : [];
  });
  return {
    ...(replaced.length > 0 && { replaced }),
    ...(agreed.length > 0 && { agreed }),
    ...(partly.length > 0 && { partly }),
  };
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
