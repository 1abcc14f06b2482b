import { isDeepStrictEqual } from 'node:util';
import type { Action } from '@keepsake/contract/photos/content';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { invalidFields } from '../../platform/http/invalid-fields.ts';
import { touchBuckets } from './buckets/bucket.queries.ts';
import { changeBuckets, requireEditable } from './buckets/change-buckets.ts';
import { checkActions } from './upload/check-upload.ts';
import { ownPhotos, replaceActions, type PhotoRow } from './photo.queries.ts';

interface Choice {
  id: string;
  actions: Action[];
}

/**
 * Sets the effects of a user's photos, all or nothing. Effects that are already chosen change neither the price nor an open payment.
 * @throws AppError bucket_not_editable, as changeBuckets, prompt_not_available, duplicate_prompt,
 * validation_failed
 */
export async function updateBatch(deps: Deps, userId: string, choices: Choice[]): Promise<void> {
  checkEachOnce(choices);
  await checkActions(
    deps.db,
    'contents',
    choices.map(({ actions }) => actions),
  );
  const current = await loadOwn(deps, userId, choices);
  requireEditable(current.map(({ bucketStatus: status }) => ({ status })));
  const changed = choices.filter(
    ({ id, actions }) => !isDeepStrictEqual(actions, current.find((row) => row.id === id)?.actions),
  );
  if (changed.length === 0) return;
  const changedIds = new Set(changed.map(({ id }) => id));
  const bucketIds = [...new Set(current.filter(({ id }) => changedIds.has(id)).map(({ bucketId }) => bucketId))];
  await changeBuckets(deps, userId, bucketIds, async (tx, buckets) => {
    requireEditable(buckets);
    if ((await ownPhotos(tx, userId, [...changedIds])).length < changedIds.size) throw new AppError('not_found');
    await replaceActions(
      tx,
      changed.map(({ id, actions }) => ({ photoId: id, actions })),
    );
    await touchBuckets(tx, bucketIds);
  });
}

function checkEachOnce(choices: Choice[]): void {
  const repeated = choices.findIndex(({ id }, at) => choices.findIndex((other) => other.id === id) < at);
  if (repeated >= 0) throw invalidFields({ [`contents.${repeated}.id`]: { code: 'not_allowed' } });
}

async function loadOwn(deps: Deps, userId: string, choices: Choice[]): Promise<PhotoRow[]> {
  const rows = await ownPhotos(
    deps.db,
    userId,
    choices.map(({ id }) => id),
  );
  if (rows.length < choices.length) throw new AppError('not_found');
  return rows;
}
