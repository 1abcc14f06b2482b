import type { grantFilms as grantFilmsCall } from '@keepsake/contract/orders/ledger';
import type { Body } from '@keepsake/contract/endpoint';
import { limits } from '@keepsake/contract/limits';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import type { Tx } from '../../../platform/database/db.ts';
import type { Actor } from '../../../platform/http/api.ts';
import { recordChange } from '../../journal/audit.queries.ts';
import { extendRetention, lockBuckets } from '../../photos/buckets/bucket.queries.ts';
import { creditById, insertGrant } from './credit.queries.ts';
import { fillSlotsAfter } from '../../journal/queued-jobs.ts';
import { currentVideoConfig } from '../../films/config/video-config.queries.ts';
import { areReplacedFilms, settleOwedFilms } from '../../films/owed-film.queries.ts';
import { grantedEffect, insertFilms, type NewFilm, soldFilms } from '../../films/film.queries.ts';
import { versionSeed } from '../../films/create-films.ts';

type Given = Body<typeof grantFilmsCall> & { bucketId: string };

/**
 * Grants further films of an effect that a paid bucket already has, without payment, with the wording that was sold and the agreement to what replaces
 * the effect. They are made, announced and owed like any other film, but are not sales. A repeated request with the same key changes nothing.
 * @throws AppError not_found, too_many_films, already_credited, already_settled, would_be_replaced
 */
export async function grantFilms(deps: Deps, actor: Actor, given: Given): Promise<void> {
  const { bucketId, key, contentId: photoId, promptId, count, note, settles } = given;
  await deps.db.transaction().execute(async (tx) => {
    const [bucket] = await lockBuckets(tx, [bucketId]);
    if (!bucket || bucket.status === 'pending') throw new AppError('not_found');
    if (await isRepeated(tx, given)) return;
    const sold = (await soldFilms(tx, bucketId, photoId)).filter((film) => film.promptId === promptId);
    const [pattern] = sold;
    if (!pattern) throw new AppError('not_found');
    const highest = Math.max(...sold.map(({ number }) => number));
    if (highest + count > limits.varietyMax) throw new AppError('too_many_films');
    if (await wouldBeReplaced(tx, given)) throw new AppError('would_be_replaced');
    const { action, prompt, effect, agreedTo } = pattern;
    const credit = { id: key, bucketId, films: count, effect: action, note, recordedBy: actor.userId };
    if (!(await insertGrant(tx, credit))) throw new AppError('already_credited');
    const films: NewFilm[] = [];
    for (let number = highest + 1; number <= highest + count; number += 1) {
      const seed = versionSeed(pattern, number);
      films.push({ bucketId, photoId, promptId, number, action, prompt, effect, seed, agreedTo, creditId: key });
    }
    await insertFilms(tx, films);
    await extendRetention(tx, [bucketId]);
    await settleOwedFilms(tx, {
      bucketId,
      ids: settles,
      settlement: 'free_versions',
      note,
      adminId: actor.userId,
      creditId: key,
    });
    await fillSlotsAfter(tx);
    await recordChange(tx, {
      actor,
      action: 'orders.grant_films',
      subject: bucketId,
      before: { films: sold.length },
      after: { films: sold.length + count, photoId, promptId, effect: action.en, note, settles },
    });
  });
}

/**
 * Whether the films are to settle a film of the same photo and effect that the built-in animator replaced. It decides by the photo alone, so it would
 * replace them too, and whoever paid would still not have what was ordered.
 */
async function wouldBeReplaced(tx: Tx, { settles, contentId: photoId, promptId }: Given): Promise<boolean> {
  if (!(await areReplacedFilms(tx, settles, { photoId, promptId }))) return false;
  return (await currentVideoConfig(tx)).serviceProvider === 'embedded';
}

/** @throws AppError already_credited if the key was used for another request */
async function isRepeated(tx: Tx, { key, bucketId, contentId, promptId, count, note }: Given): Promise<boolean> {
  const before = await creditById(tx, key);
  if (!before) return false;
  const effect = await grantedEffect(tx, key);
  // `settles` is not compared: the page leaves out what the first request has settled.
  const isSame =
    before.kind === 'films' &&
    before.bucketId === bucketId &&
    before.films === count &&
    effect?.photoId === contentId &&
    effect.promptId === promptId &&
    before.note === note;
  if (!isSame) throw new AppError('already_credited');
  return true;
}
