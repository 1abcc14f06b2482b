import type { Action } from '@keepsake/contract/photos/content';
import { AppError } from '../../../errors.ts';
import type { Queryable } from '../../../platform/database/db.ts';
import { checksOfBucket } from '../../photos/checks/photo-check.queries.ts';
import { promptsById } from '../../prompts/prompt.queries.ts';
import { currentVideoConfig } from '../config/video-config.queries.ts';
import { foreseeLacks } from './foresee-lacks.ts';

interface OrderedPhoto {
  photoId: string;
  originalName: string;
  actions: Action[];
}

/**
 * Refuses an order in which a film would show another effect than ordered, unless the customer agreed to it. A photo that is not checked yet cannot
 * be ordered, because it is unknown which effects it can show.
 * @throws AppError effect_not_agreed, photos_not_checked
 */
export async function requireAgreement(db: Queryable, bucketId: string, order: readonly OrderedPhoto[]): Promise<void> {
  const { serviceProvider } = await currentVideoConfig(db);
  // Nothing can be predicted for this provider, so there is no photo check to wait for.
  if (serviceProvider !== 'embedded') return;
  const checks = new Map((await checksOfBucket(db, bucketId)).map((check) => [check.photoId, check]));
  if (order.some(({ photoId }) => checks.get(photoId)?.isChecked !== true))
    throw new AppError('photos_not_checked', { retryAfter: 2 });
  const ids = new Set(order.flatMap(({ actions }) => actions.map(({ promptId }) => promptId)));
  const prompts = await promptsById(db, [...ids]);
  const names = new Map(prompts.map(({ id, action }) => [id, action.en]));
  const missing = order.flatMap(({ photoId, originalName, actions }) => {
    const lacks = foreseeLacks(checks.get(photoId)?.findings, prompts, serviceProvider);
    return actions
      .filter(({ promptId, agreedTo }) => lacks[promptId] !== undefined && lacks[promptId] !== agreedTo)
      .map(({ promptId }) => `${names.get(promptId) ?? ''} (${originalName})`);
  });
  if (missing.length === 0) return;
  const text = `These effects cannot be shown as named, and you have not confirmed what is shown instead: ${missing.join(', ')}.`;
  throw new AppError('effect_not_agreed', { text });
}
