import type { FailureCode } from '@keepsake/contract/films/videos';
import type { Tx } from '../../platform/database/db.ts';
import type { AgreedFilm, FailedFilm, PartlyShownFilm, ReplacedFilm } from '../journal/mail-kinds.ts';
import { queueMail } from '../journal/queue-mail.ts';
import { failedFilms } from './failed-film.queries.ts';
import { partlyShownBy } from './film-report.ts';
import { announceFilms, countFilms, markReadyMail } from './film.queries.ts';
import { replacedFilms, reportedFilms } from './replaced-film.queries.ts';

/**
 * Notifies the customer when no film of the bucket is open any more, however the last one ended: once of all, and later once of those that were
 * delivered since, because they had failed before or were granted.
 */
export async function notifyWhenSettled(tx: Tx, bucket: { bucketId: string; userId: string }): Promise<void> {
  const { bucketId, userId } = bucket;
  const { open, done, failed } = await countFilms(tx, bucketId);
  if (open > 0 || done + failed === 0) return;
  const isFirst = await markReadyMail(tx, bucketId);
  const late = await announceFilms(tx, bucketId);
  if (!isFirst && late.length === 0) return;
  const told = { done, failed, ...(await unlikeOrdered(tx, bucketId)) };
  if (isFirst) {
    const dedupeKey = `films-ready:${bucketId}`;
    const payload = { ...told, ...(failed > 0 && { failures: await failuresOf(tx, bucketId) }) };
    await queueMail(tx, { kind: 'films-ready', userId, bucketId, dedupeKey, payload });
  } else {
    // A film is announced once, so any of them names this mail.
    const dedupeKey = `late-films-ready:${late[0]?.id}`;
    const payload = { ...told, ...(late.every(({ creditId }) => creditId !== null) && { given: true }) };
    await queueMail(tx, { kind: 'late-films-ready', userId, bucketId, dedupeKey, payload });
  }
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
