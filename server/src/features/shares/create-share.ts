import { limits } from '@keepsake/contract/limits';
import type { Share } from '@keepsake/contract/films/shares';
import { AppError } from '../../errors.ts';
import type { Db } from '../../platform/database/db.ts';
import { newId, newToken, sha256 } from '../../platform/ids.ts';
import { hashPassword } from '../accounts/passwords/password-hash.ts';
import { lockBuckets } from '../photos/buckets/bucket.queries.ts';
import { insertShare, insertSharedFilms, sharesOfBucket, type ShareRow } from './share.queries.ts';

/**
 * Creates a link to finished films of one bucket. The token is returned only here.
 * @throws AppError not_found if one of the films is not a finished film of the bucket; too_many_shares
 */
export async function createShare(
  { db }: { db: Db },
  bucketId: string,
  wanted: { filmIds: string[]; days: number; password: string },
): Promise<{ share: Share; token: string }> {
  const token = newToken();
  const id = newId();
  const passwordHash = wanted.password === '' ? null : await hashPassword(wanted.password);
  const filmIds = [...new Set(wanted.filmIds)];
  return db.transaction().execute(async (tx) => {
    const [bucket] = await lockBuckets(tx, [bucketId]);
    // The bucket was deleted meanwhile.
    if (!bucket) throw new AppError('not_found');
    if ((await sharesOfBucket(tx, bucketId)).length >= limits.sharesPerBucket) throw new AppError('too_many_shares');
    await insertShare(tx, { id, bucketId, tokenHash: sha256(token), passwordHash, days: wanted.days });
    if ((await insertSharedFilms(tx, id, bucketId, filmIds)) < filmIds.length) throw new AppError('not_found');
    const made = (await sharesOfBucket(tx, bucketId)).find((share) => share.id === id);
    // The files are already due for deletion.
    if (!made) throw new AppError('not_found');
    return { share: viewShare(made), token };
  });
}

export function viewShare({ createdAt, expiresAt, ...share }: ShareRow): Share {
  return { ...share, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
}
