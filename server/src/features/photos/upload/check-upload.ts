import { limits } from '@keepsake/contract/limits';
import type { Action } from '@keepsake/contract/photos/content';
import { AppError } from '../../../errors.ts';
import type { Queryable } from '../../../platform/database/db.ts';
import { invalidFields } from '../../../platform/http/invalid-fields.ts';
import { bucketOfKey, countOpenBuckets, ownBucket, type BucketRow } from '../buckets/bucket.queries.ts';
import { requireEditable } from '../buckets/change-buckets.ts';
import { sourcesOfBucket, offeredAmong } from '../photo.queries.ts';
import { cancelledAmong } from './cancelled-upload.queries.ts';

/** An existing bucket, or the key for a new one. */
export interface ChosenBucket {
  bucketId: string | undefined;
  setKey: string | undefined;
}

/**
 * Checks an upload before any photo is decoded.
 * @returns the existing bucket of the photos, if any; the sources, in hex, of the photos it already has; and the uploads that were cancelled
 * @throws AppError not_found, bucket_not_editable, too_many_open_buckets, prompt_not_available, duplicate_prompt, validation_failed
 */
export async function checkUpload(
  db: Queryable,
  userId: string,
  upload: ChosenBucket & { actions: readonly Action[][]; uploadIds: readonly (string | undefined)[] },
): Promise<{ bucketId: string | undefined; known: ReadonlySet<string>; cancelled: ReadonlySet<string> }> {
  await checkActions(db, 'contentEntries', upload.actions);
  const cancelled = await cancelledAmong(
    db,
    userId,
    upload.uploadIds.flatMap((uploadId) => uploadId ?? []),
  );
  const bucket = await chosenBucket(db, userId, upload);
  if (bucket) {
    requireEditable([bucket]);
    return { bucketId: bucket.id, known: new Set(await sourcesOfBucket(db, bucket.id)), cancelled };
  }
  await requireRoomForBucket(db, userId);
  return { bucketId: undefined, known: new Set(), cancelled };
}

async function chosenBucket(
  db: Queryable,
  userId: string,
  { bucketId, setKey }: ChosenBucket,
): Promise<BucketRow | undefined> {
  if (bucketId === undefined) return setKey === undefined ? undefined : bucketOfKey(db, userId, setKey);
  const bucket = await ownBucket(db, userId, bucketId);
  if (!bucket) throw new AppError('not_found');
  return bucket;
}

/** @throws AppError too_many_open_buckets */
export async function requireRoomForBucket(db: Queryable, userId: string): Promise<void> {
  if ((await countOpenBuckets(db, userId)) >= limits.openBucketsPerUser) throw new AppError('too_many_open_buckets');
}

/**
 * Checks the effects chosen for several photos: each effect is on offer and chosen once per photo, and all effects of a photo have the same theme.
 * @param field name of the request's list of photos, for the error
 * @throws AppError duplicate_prompt, prompt_not_available, validation_failed
 */
export async function checkActions(db: Queryable, field: string, chosen: readonly Action[][]): Promise<void> {
  const named = chosen.flatMap((actions, photo) =>
    actions.map(({ promptId }, position) => ({
      promptId,
      first: actions[0]?.promptId ?? promptId,
      field: `${field}.${photo}.actions.${position}.promptId`,
      isRepeated: actions.findIndex((action) => action.promptId === promptId) < position,
    })),
  );
  const repeated = named.find(({ isRepeated }) => isRepeated);
  if (repeated) throw refusal('duplicate_prompt', repeated.field);
  const offered = await offeredAmong(db, [...new Set(named.map(({ promptId }) => promptId))]);
  const missing = named.find(({ promptId }) => !offered.has(promptId));
  if (missing) throw refusal('prompt_not_available', missing.field);
  const strange = named.find(({ promptId, first }) => offered.get(promptId) !== offered.get(first));
  if (strange) throw invalidFields({ [strange.field]: { code: 'other_theme' } });
}

function refusal(code: 'duplicate_prompt' | 'prompt_not_available', field: string): AppError {
  return new AppError(code, { fields: { [field]: new AppError(code).message } });
}
